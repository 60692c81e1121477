import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { MarketEvent } from '#contract/schemas/events.ts'
import { afterFirstScreen } from '#web/ui/first-screen.ts'

interface LiveOptions {
  /** The ledger that the page shows: events begin after it. Without one, they begin a minute ago. */
  ledger?: number | undefined
  /** Called if too much was missed, so that the page's data must be read again. By default, all queries are. */
  onReset?: (() => void) | undefined
}

/**
 * Calls `onEvents` with what happens in these topics, each event once and in order, also after a break. The connection is loaded after
 * the page, and shared by all of its parts.
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
    // Without the code of live events, a page requests its data as before.
    start().catch(() => undefined)
    return () => {
      hasLeft = true
      stop?.()
    }
  }, [key])
}
