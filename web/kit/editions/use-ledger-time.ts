import { useNow } from '#web/ui/use-now.ts'

/**
 * The ledger's time in milliseconds, to the second, and the same moment on the visitor's clock for a countdown. Phases start and end
 * by the ledger.
 */
export function useLedgerTime(ledgerTime: string, readAt: number) {
  const ahead = Date.parse(ledgerTime) - readAt
  const now = useNow(1000) + ahead
  return { now, onClock: (iso: string) => new Date(Date.parse(iso) - ahead).toISOString() }
}
