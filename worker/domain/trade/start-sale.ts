import { sentence } from '#contract/words/sentence.ts'
import type { Executor } from '#db/executor.ts'
import { insertAuction } from '#db/queries/nft/nfts.ts'
import { lockBuyer } from '#db/queries/demand/reservations.ts'
import { insertSale, type SaleRow } from '#db/queries/trade/sales.ts'
import type { SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import { auctionEndSeconds, lastEndSeconds } from '#contract/rules/offers.ts'
import type { Context } from '#worker/domain/context.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { offerChanges } from '#worker/ledger/offer-changes.ts'
import { rippleTimeToDate } from '#contract/rules/ledger.ts'
import { primaryBidProblem } from './primary-rules.ts'

const alreadyTaken = {
  code: 'offer_gone' as const,
  message: sentence(
    'This bid was already accepted. Your second offer is being cancelled; it did not sell anything.',
  ),
}

/**
 * Returns why the issuer's rules do not allow a sale to this bidder. Checked again under the lock that the bidder's
 * other purchases take, because several may have been requested or signed before the first of them began.
 */
async function findRefusal(
  { treasury }: Context,
  tx: Executor,
  sale: Pick<SaleRow, 'kind' | 'seller' | 'buyer' | 'nftId'>,
) {
  if (sale.kind !== 'accept_bid') return null
  await tx.execute(lockBuyer(sale.buyer))
  const bid = { seller: sale.seller, nftId: sale.nftId, bidder: sale.buyer }
  const problem = await primaryBidProblem(tx, treasury.account, bid)
  if (problem === null) return null
  return {
    code: problem.code,
    message: sentence('{reason} Your offer is being cancelled; nothing was sold.', {
      reason: problem.sentence,
    }),
  }
}

/** Finds the requested offer among the offers that a transaction created. */
function findCreatedOffer({ log }: Context, row: SignRequestRow, { meta, hash }: ValidatedTransaction) {
  const sells = row.purpose !== 'buy_now'
  const offer = offerChanges(meta).createdOffers.find(
    (offer) => offer.isSell === sells && offer.nftId === row.context.nftId,
  )
  if (offer === undefined) log.error('offer_missing', { uuid: row.uuid, txid: hash })
  return offer
}

/** Records the brokered sale that begins with a validated purchase or accepted bid, using the offer just made. */
export async function startSale(
  context: Context,
  tx: Executor,
  row: SignRequestRow,
  entry: ValidatedTransaction,
): Promise<SignRequestRow> {
  const offer = findCreatedOffer(context, row, entry)
  if (offer === undefined) return row
  const {
    owner,
    sellOfferId = offer.id,
    buyOfferId = offer.id,
    buyer,
    price,
    fee,
    paid: paidDrops,
  } = row.context
  if (
    owner === undefined ||
    buyer === undefined ||
    price === undefined ||
    fee === undefined ||
    paidDrops === undefined
  ) {
    context.log.error('sale_without_terms', { uuid: row.uuid })
    return row
  }
  const sale = {
    id: crypto.randomUUID(),
    kind: row.purpose === 'buy_now' ? ('buy_now' as const) : ('accept_bid' as const),
    nftId: offer.nftId,
    sellOfferId,
    buyOfferId,
    seller: owner,
    buyer,
    price,
    fee,
    paid: paidDrops,
    leftoverOfferId: offer.id,
    signRequestId: row.id,
    state: 'matching' as const,
    createdAt: context.now(),
  }
  const problem = await findRefusal(context, tx, sale)
  if (problem === null && (await insertSale(tx, sale))) return row
  // The offer is cancelled like that of every failed sale.
  await insertSale(tx, { ...sale, state: 'failed', ...(problem ?? alreadyTaken), settledAt: context.now() })
  return row
}

/** Records the auction that a validated sell offer begins. */
export async function startAuction(
  context: Context,
  tx: Executor,
  row: SignRequestRow,
  entry: ValidatedTransaction,
): Promise<SignRequestRow> {
  const offer = findCreatedOffer(context, row, entry)
  if (offer === undefined || offer.expiration === null) return row
  await insertAuction(tx, {
    offerId: offer.id,
    nftId: offer.nftId,
    seller: offer.owner,
    startAmount: offer.amount,
    endsAt: rippleTimeToDate(offer.expiration - auctionEndSeconds),
    latestEnd: row.context.extend === true ? rippleTimeToDate(offer.expiration - lastEndSeconds) : null,
    state: 'running',
  })
  return row
}
