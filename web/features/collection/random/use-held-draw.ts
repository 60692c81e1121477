import { holdSeconds } from '#draw-verifier/draws.ts'
import { useNow } from '#web/ui/use-now.ts'
import { useRequests } from '#web/wallet/requests/request-store.ts'

/** Whether the account has a draw in a collection that it may still pay for, after a request that was not signed. */
export function useHeldDraw(collectionId: string): boolean {
  const { records } = useRequests()
  const now = useNow(10_000)
  const latest = records.find(({ receipt }) => receipt?.collection === collectionId)
  if (latest === undefined) return false
  const status = latest.reply?.status
  const isUnpaid = status === 'rejected' || status === 'expired'
  return isUnpaid && now < latest.createdAt + holdSeconds * 1000
}
