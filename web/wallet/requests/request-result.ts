import { formatXrpExact } from '#contract/rules/amounts.ts'
import type { ListedToken } from '#contract/schemas/tokens.ts'
import { t } from '#web/messages.ts'
import { exactAmount } from '#web/kit/amounts/currency.ts'
import type { RequestRecord } from './request-record.ts'
import { actionWords } from './action-words.ts'

export interface RequestResult {
  tone: 'good' | 'bad' | 'plain'
  title: string
  sentence: string
  /** A reassurance or what happens next. */
  reassurance: string
  /** The best next step, if the buttons do not already suggest it. */
  advice: string | null
  /** Label of the button that starts `record.retry`; null for no button. */
  retryLabel: string | null
  txid: string | null
  /** The ledger's result code, if it helps the user. */
  ledgerResult: string | null
  /** True if the work is no longer for sale, so that a retry is useless. */
  isGone: boolean
}

/** Actions that are the first of two signatures. Their success leads to the second. */
const leadsOn = new Set<RequestRecord['action']>(['setTrustLine', 'cancelOldPrice'])

const purchases = new Set<RequestRecord['action']>([
  'buyNow',
  'buyDirectly',
  'buyCart',
  'buyOnDemand',
  'buyPrint',
  'claimPrint',
  'buyRandom',
  'acceptSellOffer',
])

/** Returns true if the signer pays for works. */
export const isPurchase = ({ action }: Pick<RequestRecord, 'action'>): boolean => purchases.has(action)

const nothingPaid = t('Nothing was paid, and nothing has changed.')
const stillHeld = t(
  'Nothing was paid. The item you drew is held for you until its 15 minutes are up: use Random buy to pay for it.',
)

/**
 * Returns the texts for a request that nobody signed. A draw stays reserved, and its reassurance already says how to
 * retry.
 */
function unsignedWords({ action, retry, isGone }: RequestRecord, status: 'rejected' | 'expired') {
  const words =
    status === 'rejected'
      ? {
          title: t('Not signed'),
          sentence: t('You rejected to sign.'),
          advice: t('If this was a mistake, try again: your wallet will ask you once more.'),
        }
      : {
          title: t('Request expired'),
          sentence: t('The request was not signed in time.'),
          advice: t('Open your wallet first, then try again. Requests expire after a few minutes.'),
        }
  if (action === 'buyRandom') return { ...words, reassurance: stillHeld, advice: null }
  if (isGone === true)
    return {
      ...words,
      reassurance: nothingPaid,
      advice: t('Another collector has bought this work.'),
      retryLabel: null,
      isGone,
    }
  return { ...words, reassurance: nothingPaid, advice: retry === null ? null : words.advice }
}

/** Returns true if someone else bought the only work of a purchase first. */
const soldToOther = (record: RequestRecord): boolean =>
  isPurchase(record) && record.nftokenID !== null && record.reply?.code === 'not_for_sale'

/** Returns the texts for the outcome of a request; null until it is final. */
export function requestResult(record: RequestRecord, tokens: readonly ListedToken[]): RequestResult | null {
  const { reply, title } = record
  if (reply === null || reply.status === 'pending') return null
  const words = actionWords[record.action]
  const txid = reply.outcome?.txid ?? reply.txid ?? null
  const retryLabel = record.retry === null ? null : t('Try Again')
  const base = {
    txid,
    ledgerResult: null,
    advice: null,
    retryLabel: null,
    tone: 'bad',
    isGone: false,
  } as const
  switch (reply.status) {
    case 'success':
      return {
        ...base,
        tone: 'good',
        title: words.done(title),
        sentence: describeSuccess(record, tokens),
        reassurance: words.reassurance,
        retryLabel: record.retry !== null && leadsOn.has(record.action) ? t('Continue') : null,
      }
    case 'rejected':
    case 'expired':
      return { ...base, tone: 'plain', retryLabel, ...unsignedWords(record, reply.status) }
    case 'signed':
      return {
        ...base,
        title: t('Signed, but not settled'),
        sentence: t('The signer signed the request. But something went wrong.'),
        reassurance: t('Check the transaction before you try again: the ledger may still apply it.'),
        ledgerResult: reply.dispatched_result ?? null,
      }
    case 'failed': {
      const isGone = soldToOther(record)
      return {
        ...base,
        title: words.failed,
        sentence: reply.data ?? t('The request is failed.'),
        reassurance: txid === null ? nothingPaid : reassuranceOf(record),
        retryLabel: isGone || reply.code === 'not_found' ? null : retryLabel,
        isGone,
        ledgerResult: reply.dispatched_result ?? null,
      }
    }
  }
}

function reassuranceOf({ action, brokered }: RequestRecord): string {
  if (action === 'buyNow')
    return t('You did not pay the price. The offer you signed is cancelled, and its reserve is released.')
  if (action === 'acceptBid' && brokered)
    return t('The work is still yours. The offer you signed is cancelled, and its reserve is released.')
  return t('Nothing has changed hands. You paid only the network fee.')
}

function describeSuccess(
  { action, title, reply, amount, feeDrops }: RequestRecord,
  tokens: readonly ListedToken[],
): string {
  const outcome = reply?.outcome
  const buys = isPurchase({ action })
  const paidAmount = buys ? (outcome?.paid ?? amount) : amount
  const fee = BigInt((buys ? outcome?.feeDrops : null) ?? feeDrops)
  return actionWords[action].sentence({
    title,
    amount: paidAmount === null ? '' : exactAmount(paidAmount, tokens),
    fee: fee > 0n ? formatXrpExact(fee) : null,
  })
}

/** Returns the title of a running request: "Buying Midnight Orchard #12". */
export function runningTitle({ action, title }: RequestRecord): string {
  return actionWords[action].running(title)
}
