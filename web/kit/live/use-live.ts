import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { MarketEvent } from '#contract/schemas/events.ts'
import { afterFirstScreen } from '#web/ui/first-screen.ts'

interface LiveOptions {
  /** The ledger whose state the page shows: events start after it. If undefined, they start one minute ago. */
  ledger?: number | undefined
  /** Called if too many events were missed and the page's data must be refetched. By default, refetches all queries. */
  onReset?: (() => void) | undefined
}

/**
 * Calls `onEvents` with the events of these topics, each once and in order, even after an interruption. All parts of
 * the page share one connection, whose code loads after the page.
 */
export function useLive(
  topics: readonly string[],
  onEvents: (events: MarketEvent[]) => void,
  { ledger, onReset }: LiveOptions = {},
): void {
  const client = useQueryClient()
  const receive = useEffectEvent(onEvents)
  const reset = useEffectEvent(onReset ?? (() => void client.invalidateQueries()))
  const startLedger = useEffectEvent(() => ledger)
  const key = topics.join()
  useEffect(() => {
    if (key === '') return undefined
    let stop: (() => void) | null = null
    let hasLeft = false
    const start = async () => {
      const { live } = await afterFirstScreen(() => import('./connection.ts'))
      if (hasLeft) return
      stop = live.subscribe({
        topics: key.split(','),
        ledger: startLedger(),
        onEvents: (events) => receive(events),
        onReset: () => reset(),
      })
    }
    // If the code of live events cannot load, the page keeps refetching at intervals.
    start().catch(() => undefined)
    return () => {
      hasLeft = true
      stop?.()
    }
  }, [key])
}
