import { formatXrpExact } from '#worker/contract/amounts.ts'
import type { RequestRecord } from './request-record.ts'

export interface RequestResult {
  tone: 'good' | 'bad' | 'plain'
  title: string
  sentence: string
  /** What was not lost, or what comes next. */
  comfort: string
  retry: boolean
  txid: string | null
  /** What the ledger said, where that helps. */
  ledgerResult: string | null
}

const nothingPaid = 'Nothing was paid, and nothing has changed.'

/** What a finished request came to, in words. Null while it is not over. */
export function requestResult(record: RequestRecord): RequestResult | null {
  const { reply, title } = record
  if (reply === null || reply.status === 'pending') return null
  const txid = reply.outcome?.txid ?? reply.txid ?? null
  const base = { txid, ledgerResult: null, retry: false, tone: 'bad' } as const
  switch (reply.status) {
    case 'success':
      return { ...base, tone: 'good', title: `${title} is yours`, ...paid(record) }
    case 'rejected':
      return {
        ...base,
        tone: 'plain',
        title: 'Not signed',
        sentence: 'You rejected to sign.',
        comfort: nothingPaid,
        retry: true,
      }
    case 'expired':
      return {
        ...base,
        tone: 'plain',
        title: 'The time ran out',
        sentence: 'The request was not signed in time.',
        comfort: nothingPaid,
        retry: true,
      }
    case 'signed':
      return {
        ...base,
        title: 'Signed, but not settled',
        sentence: 'The signer signed the request. But something went wrong.',
        comfort: 'Look at the transaction before you try again: the ledger may still take it.',
        ledgerResult: reply.dispatched_result ?? null,
      }
    case 'failed':
      return {
        ...base,
        title: 'Not bought',
        sentence: reply.data ?? 'The request is failed.',
        comfort:
          txid === null
            ? nothingPaid
            : 'You did not pay the price. The offer you signed is cancelled, and its reserve comes back to you.',
        retry: reply.code !== 'not_found',
        ledgerResult: reply.dispatched_result ?? null,
      }
  }
}

function paid({ reply, totalDrops, feeDrops }: RequestRecord): Pick<RequestResult, 'sentence' | 'comfort'> {
  const total = BigInt(reply?.outcome?.paidDrops ?? totalDrops)
  const fee = BigInt(reply?.outcome?.feeDrops ?? feeDrops)
  const including = fee > 0n ? `, of which ${formatXrpExact(fee)} XRP is the marketplace fee` : ''
  return {
    sentence: `You paid ${formatXrpExact(total)} XRP${including}.`,
    comfort: 'The ledger has validated the sale. The work stands in your wallet.',
  }
}
