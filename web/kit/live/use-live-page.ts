import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { MarketEvent } from '#worker/contract/event-schemas.ts'
import { ledgerOfDocument } from '#web/api/page-data.ts'
import { seePosition } from '#web/api/seen-position.ts'
import { useStore } from '#web/ui/store.ts'
import { liveNews, liveParts } from './live-news.ts'
import { liveState } from './live-state.ts'
import { useLive } from './use-live.ts'

/** A page that much happens on is read again this often at most. */
const restMs = 2000

/**
 * A page that changes when the ledger does: `onEvents` names the queries to read again, each once for all events of a while. What has
 * happened is told to screen readers. `ledger` is the one that the page shows, if it is known.
 */
export function useLivePage(
  topics: readonly string[],
  onEvents: (events: MarketEvent[]) => readonly QueryKey[],
  ledger?: number,
): void {
  const client = useQueryClient()
  const due = useRef(new Map<string, QueryKey>())
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const read = () => {
    resting.current = undefined
    if (due.current.size === 0) return
    for (const queryKey of due.current.values()) void client.invalidateQueries({ queryKey })
    due.current.clear()
    resting.current = setTimeout(read, restMs)
  }
  useLive(
    topics,
    (events) => {
      seePosition(Math.max(...events.map(({ position }) => position)))
      liveNews.set(events)
      for (const key of onEvents(events)) due.current.set(JSON.stringify(key), key)
      if (resting.current === undefined) read()
    },
    { ledger: ledger ?? ledgerOfDocument() },
  )
  const follows = topics.length > 0
  useEffect(() => {
    if (!follows) return undefined
    liveParts.set(liveParts.get() + 1)
    return () => liveParts.set(liveParts.get() - 1)
  }, [follows])
  useEffect(() => () => clearTimeout(resting.current), [])
}

/** Whether the open page is told of changes, so that it need not ask. */
export const useIsLive = (): boolean => useStore(liveState) === 'live'
