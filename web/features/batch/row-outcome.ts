import type { CheckReply } from '#worker/contract/sign-requests.ts'
import type { BatchRow } from './batch-state.ts'

type End = Pick<BatchRow, 'status' | 'message' | 'txid' | 'again'>

/** What the answer about a row's request means for the row; null while it is not over. */
export function rowOutcome(reply: CheckReply): End | null {
  const txid = reply.outcome?.txid ?? reply.txid ?? null
  switch (reply.status) {
    case 'pending':
      return null
    case 'success':
      return { status: 'success', message: null, txid, again: false }
    case 'rejected':
      return { status: 'rejected', message: 'You rejected to sign.', txid, again: true }
    case 'expired':
      return { status: 'rejected', message: 'It was not signed in time.', txid, again: true }
    case 'signed':
      // It may still be taken by the ledger: another one could be a second offer.
      return {
        status: 'failed',
        message: 'The signer signed the request. But something went wrong.',
        txid,
        again: false,
      }
    case 'failed':
      return { status: 'failed', message: reply.data ?? 'The request is failed.', txid, again: true }
  }
}
