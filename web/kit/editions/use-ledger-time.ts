import { useNow } from '#web/ui/use-now.ts'

/**
 * Returns the ledger's time in milliseconds, updated every second, and `onClock`, which converts a ledger time to the
 * visitor's clock for a countdown. Phases start and end by ledger time.
 */
export function useLedgerTime(ledgerTime: string, readAt: number) {
  const ahead = Date.parse(ledgerTime) - readAt
  const now = useNow(1000) + ahead
  return { now, onClock: (iso: string) => new Date(Date.parse(iso) - ahead).toISOString() }
}
