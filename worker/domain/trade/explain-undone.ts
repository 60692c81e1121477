import { amountValue } from '#contract/words/amount-values.ts'
import { sentence, type Sentence } from '#contract/words/sentence.ts'
import { findDemandItem } from '#db/queries/demand/items.ts'
import { queryNft } from '#db/queries/nft/nfts.ts'
import type { SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import type { BatchSale } from '#contract/schemas/batch.ts'
import { priceWithFee } from '#contract/rules/money.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { checkMinter } from '#worker/domain/demand/check-minter.ts'
import { isPayable } from '#worker/domain/demand/payees.ts'
import { checkArtistLine } from '#worker/domain/demand/sale-price.ts'
import { demandShares, priceOf } from '#worker/ledger/batch-sale.ts'
import { payoutFields } from '#worker/domain/demand/pay-artist.ts'
import { readLedgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { checkFunds } from '#worker/domain/sign-request/check-funds.ts'
import { dryRun } from '#worker/domain/sign-request/dry-run.ts'
import { rippleTimeToDate } from '#contract/rules/ledger.ts'
import { numberField } from '#worker/ledger/ledger-json.ts'

const unpaidText = sentence('Nothing was paid, and nothing is pending.')
const unpaidRefusal = (code: Refusal['code'], reason: Sentence) => new Refusal(code, [reason, unpaidText])

/** Checks a work, its owner and one offer on it, in the current state of ledger and index. */
async function whyOfferFails(
  context: Context,
  { nftId, owner, offerId, kind }: { nftId: string; owner: string; offerId: string; kind: 'listing' | 'bid' },
): Promise<Refusal | null> {
  const { db, ledger } = context
  const offer = await ledger.findOffer(offerId)
  const [nft] = await queryNft(db.http, nftId)
  if (nft?.burned === true)
    return unpaidRefusal('not_found', sentence('This NFT was burned in the meantime.'))
  if (nft !== undefined && nft.owner !== owner)
    return unpaidRefusal(
      'not_for_sale',
      sentence('This NFT now belongs to another account: it was just sold or moved.'),
    )
  if (offer === null) {
    return kind === 'listing'
      ? unpaidRefusal(
          'not_for_sale',
          sentence('The listing is gone: it was withdrawn, or its price was changed.'),
        )
      : unpaidRefusal(
          'offer_gone',
          sentence('The bid is gone: it was withdrawn, or accepted by someone else.'),
        )
  }
  const expiration = numberField(offer, 'Expiration')
  if (expiration !== undefined && rippleTimeToDate(expiration) <= (await readLedgerNow(context)))
    return unpaidRefusal(
      'not_for_sale',
      kind === 'listing' ? sentence('The listing has expired.') : sentence('The bid has expired.'),
    )
  return null
}

async function catchRefusal(work: Promise<unknown>): Promise<Refusal | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof Refusal) return unpaidRefusal(error.code, error.sentence)
    throw error
  }
}

async function whyDemandFails(context: Context, sale: Extract<BatchSale, { kind: 'demand' }>) {
  const item = await findDemandItem(context.db.http, sale.itemId)
  if (item === null || item.state !== 'for_sale')
    return unpaidRefusal('not_for_sale', sentence('This item was withdrawn in the meantime.'))
  const minter = await catchRefusal(checkMinter(context, sale.artist))
  if (minter !== null) return minter
  // A free print has no payees.
  if (sale.isClaim === true) return null
  const { payees, currency = null } = sale
  const { royaltyDrops, payoutDrops } = demandShares(sale)
  const terms = { drops: royaltyDrops + payoutDrops, currency }
  if (payees !== undefined) {
    const payable = await Promise.all(
      payees.map((payee) => !payee.inBatch || isPayable(context, payee, terms)),
    )
    return payable.every(Boolean)
      ? null
      : unpaidRefusal(
          'would_fail',
          sentence('A payee could not be paid in this transaction. Buy again: the payee will be paid later.'),
        )
  }
  const payment = { Account: context.treasury.account, ...(await payoutFields(context, sale.artist, 1n)) }
  return (
    (await catchRefusal(checkArtistLine(context, sale.artist, terms.drops, currency))) ??
    catchRefusal(dryRun(context, payment))
  )
}

/** Returns why one sale of a Batch cannot happen, from the newest validated ledger; null if no reason is visible. */
export async function whySaleFails(
  context: Context,
  customer: string,
  sale: BatchSale,
): Promise<Refusal | null> {
  if (sale.kind === 'demand') return whyDemandFails(context, sale)
  if (sale.kind === 'bid') {
    const { nftId, buyOfferId: offerId, bidder, bid } = sale
    const problem = await whyOfferFails(context, { nftId, owner: customer, offerId, kind: 'bid' })
    if (problem !== null) return problem
    const funds = await catchRefusal(checkFunds(context, bidder, bid))
    const amount = amountValue(bid, context.settings.tokens)
    return funds === null
      ? null
      : unpaidRefusal('offer_gone', sentence('The bidder can no longer pay {amount}.', { amount }))
  }
  const { nftId, owner, sellOfferId: offerId } = sale
  return whyOfferFails(context, { nftId, owner, offerId, kind: 'listing' })
}

/** Returns the customer's price in a sale; null if the customer sells. */
function paidIn(sale: BatchSale) {
  if (sale.kind === 'bid') return null
  if (sale.kind === 'demand') return priceOf(sale)
  return sale.kind === 'listing' ? priceWithFee(sale.price) : sale.price
}

/**
 * Explains why no transaction of a validated Batch was applied. The ledger does not record the reason, so this checks
 * the conditions of the sales in order. The customer's funds come last, because they may be sufficient again.
 */
export async function explainUndone(context: Context, row: SignRequestRow): Promise<Refusal> {
  const customer = row.account ?? ''
  const sales = row.context.sales ?? []
  for (const sale of sales) {
    const reason = await whySaleFails(context, customer, sale)
    if (reason !== null) return reason
  }
  for (const sale of sales) {
    const paidAmount = paidIn(sale)
    const reason = paidAmount === null ? null : await catchRefusal(checkFunds(context, customer, paidAmount))
    if (reason !== null) return reason
  }
  context.log.warn('batch_undone_without_reason', { uuid: row.uuid })
  return unpaidRefusal(
    'would_fail',
    sentence('The ledger could not carry out this purchase when it arrived. Please try again.'),
  )
}
