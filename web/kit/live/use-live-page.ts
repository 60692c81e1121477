import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { MarketEvent } from '#contract/schemas/events.ts'
import { ledgerOfDocument } from '#web/api/page-data.ts'
import { seePosition } from '#web/api/seen-position.ts'
import { liveNews, liveParts } from './live-news.ts'
import { useLive } from './use-live.ts'

/** Maximum number of topics of a page. A reader may have 64, some of which the header needs. */
export const maxPageTopics = 60

/** Minimum interval between refetches of a busy page. */
const restMs = 2000
/** Time after a ledger within which the statistics of collections are computed. */
const figuresMs = 5000

interface LivePageOptions {
  /** The ledger whose state the page shows, if known. */
  ledger?: number | undefined
  /** Query with statistics of collections, refetched after they are computed. */
  figures?: QueryKey
}

/**
 * Updates a page when the ledger changes. `onEvents` returns the queries to refetch; each is refetched once for all
 * events of a period. Screen readers announce the events.
 */
export function useLivePage(
  topics: readonly string[],
  onEvents: (events: MarketEvent[]) => readonly QueryKey[],
  { ledger, figures }: LivePageOptions = {},
): void {
  const client = useQueryClient()
  const dueKeys = useRef(new Map<string, QueryKey>())
  const restTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const computeTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const refresh = () => {
    restTimer.current = undefined
    if (dueKeys.current.size === 0) return
    for (const queryKey of dueKeys.current.values()) void client.invalidateQueries({ queryKey })
    dueKeys.current.clear()
    restTimer.current = setTimeout(refresh, restMs)
  }
  useLive(
    topics,
    (events) => {
      seePosition(Math.max(...events.map(({ position }) => position)))
      liveNews.set(events)
      for (const key of onEvents(events)) dueKeys.current.set(JSON.stringify(key), key)
      if (restTimer.current === undefined) refresh()
      if (figures === undefined) return
      clearTimeout(computeTimer.current)
      computeTimer.current = setTimeout(() => void client.invalidateQueries({ queryKey: figures }), figuresMs)
    },
    { ledger: ledger ?? ledgerOfDocument() },
  )
  const follows = topics.length > 0
  useEffect(() => {
    if (!follows) return undefined
    liveParts.set(liveParts.get() + 1)
    return () => liveParts.set(liveParts.get() - 1)
  }, [follows])
  useEffect(
    () => () => {
      clearTimeout(restTimer.current)
      clearTimeout(computeTimer.current)
    },
    [],
  )
}
