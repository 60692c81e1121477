import type { Executor } from '#db/executor.ts'
import { insertAuction } from '#db/queries/nfts.ts'
import { lockBuyer } from '#db/queries/reservations.ts'
import { insertSale, type SaleRow } from '#db/queries/sales.ts'
import type { SignRequestRow } from '#db/queries/sign-requests.ts'
import { auctionEndSeconds } from '#worker/contract/offer-rules.ts'
import type { Context } from '#worker/domain/context.ts'
import { settlePurchases } from '#worker/domain/demand/settle.ts'
import { recordToken } from '#worker/domain/mint/record-token.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { type LedgerOffer, offerChanges } from '#worker/ledger/offer-changes.ts'
import { rippleTimeToDate } from '#worker/ledger/ripple-time.ts'
import { primaryBidProblem } from './primary-rules.ts'

const takenBefore = {
  code: 'offer_gone' as const,
  message: 'This bid has been taken before. Your second offer is being cancelled; nothing was sold by it.',
}

/**
 * Why an accepted bid may not be sold to (any more), by the rules of its issuer: asked again behind the lock that the bidder's
 * other purchases take, for more than one may have been asked for, or signed, before any of them began.
 */
async function refusal(
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
    message: `${problem.message} Your offer is being cancelled; nothing was sold.`,
  }
}

async function startSale(context: Context, tx: Executor, row: SignRequestRow, made: LedgerOffer) {
  const { owner, sellOfferId = made.id, buyOfferId = made.id, buyer, price, fee, paid } = row.context
  if (
    owner === undefined ||
    buyer === undefined ||
    price === undefined ||
    fee === undefined ||
    paid === undefined
  ) {
    context.log.error('sale_without_terms', { uuid: row.uuid })
    return
  }
  const sale = {
    id: crypto.randomUUID(),
    kind: row.purpose === 'buy_now' ? ('buy_now' as const) : ('accept_bid' as const),
    nftId: made.nftId,
    sellOfferId,
    buyOfferId,
    seller: owner,
    buyer,
    price,
    fee,
    paid,
    leftoverOfferId: made.id,
    signRequestId: row.id,
    state: 'matching' as const,
    createdAt: context.now(),
  }
  const refused = await refusal(context, tx, sale)
  if (refused === null && (await insertSale(tx, sale))) return
  // Its offer is cancelled like that of every sale that comes to nothing.
  await insertSale(tx, { ...sale, state: 'failed', ...(refused ?? takenBefore), settledAt: context.now() })
}

async function startAuction(tx: Executor, made: LedgerOffer) {
  if (made.expiration === null) return
  await insertAuction(tx, {
    offerId: made.id,
    nftId: made.nftId,
    seller: made.owner,
    startAmount: made.amount,
    endsAt: rippleTimeToDate(made.expiration - auctionEndSeconds),
    state: 'running',
  })
}

/**
 * What comes after a validated transaction of a user, written in the transaction that stores its outcome: a buy_now or an
 * accepted bid becomes a sale to be brokered, with the offer that was just made; the offer of a new auction and the metadata
 * of a new token are recorded. Answers the request as it is now.
 */
export async function startNext(
  context: Context,
  tx: Executor,
  row: SignRequestRow,
  entry: ValidatedTransaction,
): Promise<SignRequestRow> {
  const { purpose } = row
  // Something of an issuer's was held for this buyer.
  if (row.context.reservationId !== undefined) await settlePurchases(tx)
  if (purpose === 'mint' || purpose === 'modify') return recordToken(context, tx, row, entry)
  if (purpose !== 'buy_now' && purpose !== 'accept_bid' && purpose !== 'run_auction') return row
  const sells = purpose !== 'buy_now'
  const made = offerChanges(entry.meta).created.find(
    (offer) => offer.isSell === sells && offer.nftId === row.context.nftId,
  )
  if (made === undefined) context.log.error('offer_missing', { uuid: row.uuid, txid: entry.hash })
  else if (purpose === 'run_auction') await startAuction(tx, made)
  else await startSale(context, tx, row, made)
  return row
}
