import type { Executor } from '#db/executor.ts'
import { findDemandItem, setItemToken } from '#db/queries/demand/items.ts'
import { claimSettling, listUnsettledParts, type PartRow } from '#db/queries/part/presigned-parts.ts'
import {
  findReservationOfPart,
  markOffered,
  markOfferedLate,
  markSoldLate,
} from '#db/queries/demand/reservations.ts'
import { insertSale } from '#db/queries/trade/sales.ts'
import { completeReleased, findOwedPayout, markPaid } from '#db/queries/demand/settle-reservations.ts'
import { storeMetadata } from '#db/queries/collection/traits.ts'
import type { BatchSale, DemandSale } from '#contract/schemas/batch.ts'
import { bidLessFee, brokerFeeOf, priceWithFee } from '#contract/rules/money.ts'
import type { Context } from '#worker/domain/context.ts'
import { applySettings, applyTransactions } from '#worker/domain/ledger-index/apply-transactions.ts'
import { processRows } from '#worker/domain/stages.ts'
import { innerTransactions } from '#worker/ledger/batch.ts'
import { innerCountOf } from '#worker/ledger/batch-sale.ts'
import { textField, type ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { offerChanges } from '#worker/ledger/offer-changes.ts'
import { uriOf } from './offer-to-buyer.ts'
import { settlePurchases } from './settle.ts'

const batch = 50

interface Settled {
  part: PartRow
  /** The validated inner transactions of one sale, in order. */
  entries: ValidatedTransaction[]
}

/** Records a brokered sale that the Batch has completed. */
async function recordSale(
  { now }: Context,
  tx: Executor,
  sale: Extract<BatchSale, { kind: 'listing' | 'bid' }>,
  { part, entries: [, accept] }: Settled,
) {
  const sellOfferId = textField(accept?.tx, 'NFTokenSellOffer')
  const buyOfferId = textField(accept?.tx, 'NFTokenBuyOffer')
  if (accept === undefined || sellOfferId === undefined || buyOfferId === undefined) return
  const isPurchase = sale.kind === 'listing'
  await insertSale(tx, {
    id: crypto.randomUUID(),
    kind: isPurchase ? 'buy_now' : 'accept_bid',
    nftId: sale.nftId,
    sellOfferId,
    buyOfferId,
    seller: isPurchase ? sale.owner : part.account,
    buyer: isPurchase ? part.account : sale.bidder,
    price: isPurchase ? sale.price : bidLessFee(sale.bid),
    fee: brokerFeeOf(isPurchase ? sale.price : sale.bid),
    paid: isPurchase ? priceWithFee(sale.price) : sale.bid,
    leftoverOfferId: null,
    signRequestId: part.signRequestId,
    state: 'completed',
    txid: accept.hash,
    ledgerIndex: accept.ledgerIndex,
    result: accept.meta.TransactionResult,
    createdAt: now(),
    settledAt: now(),
  })
}

/** Records an on-demand item that the Batch has minted, sold and paid for. */
async function recordItem(
  { treasury, log }: Context,
  tx: Executor,
  sale: DemandSale,
  { part, entries: [mint, , ...payments] }: Settled,
) {
  const item = await findDemandItem(tx, sale.itemId)
  const reservation = await findReservationOfPart(tx, part.id, sale.itemId)
  const offer =
    mint === undefined
      ? undefined
      : offerChanges(mint.meta).createdOffers.find(({ owner }) => owner === treasury.account)
  if (item === null || reservation === null || offer === undefined) {
    log.error('part_without_item', { part: part.id, item: sale.itemId })
    return
  }
  await setItemToken(tx, item.id, offer.nftId)
  if (!item.hidden) {
    await storeMetadata(tx, { ...item, id: offer.nftId, uri: uriOf(item) }, item.metadata)
  }
  const reservedOffer = { offerId: offer.id, nftId: offer.nftId }
  if (await markOffered(tx, reservation.id, reservedOffer)) await settlePurchases(tx)
  else {
    await markOfferedLate(tx, reservation.id, reservedOffer)
    await completeReleased(tx, reservation.id)
  }
  for (const payment of payments) {
    const payout = await findOwedPayout(tx, reservation.id, textField(payment.tx, 'Destination') ?? '')
    if (payout !== null) await markPaid(tx, payout, payment.hash)
  }
}

/**
 * Writes the consequences of a used part of the marketplace once: sales, sold items, and payouts in the same Batch. The
 * index must already contain the part's ledger, from this transaction or an earlier one.
 */
export async function settlePart(
  context: Context,
  tx: Executor,
  partId: string,
  entries: ValidatedTransaction[],
): Promise<void> {
  const part = await claimSettling(tx, partId)
  if (part === null) return
  if (part.freedAt !== null) {
    context.log.error('freed_part_used', { part: part.id, account: part.account, freedAt: part.freedAt })
    await markSoldLate(tx, part.id)
  }
  let offset = 0
  for (const sale of part.sales) {
    const count = innerCountOf(sale)
    const settledPart = { part, entries: entries.slice(offset, offset + count) }
    offset += count
    if (sale.kind === 'demand') await recordItem(context, tx, sale, settledPart)
    else if (sale.kind !== 'direct') await recordSale(context, tx, sale, settledPart)
  }
  await settlePurchases(tx)
}

async function settleUsedPart(context: Context, part: PartRow): Promise<void> {
  const { db, ledger } = context
  const transactions = await Promise.all(part.hashes.map((hash) => ledger.findTransaction(hash)))
  const entries = transactions.filter((entry) => entry !== null)
  const [first] = entries
  if (first === undefined || entries.length < innerTransactions(part.batch).length) return
  const settings = await applySettings(context, first.closedAt)
  await db.transaction(async (tx) => {
    await applyTransactions(tx, entries, settings)
    await settlePart(context, tx, part.id, entries)
  })
}

/**
 * Settles used Batches that it finds in the index, even if no wallet has reported their signatures. Part of the sweep.
 */
export async function settleUsedParts(context: Context, until: Date): Promise<void> {
  const parts = await listUnsettledParts(context.db.http, batch)
  await processRows(context, { what: 'used_part', until }, parts, (part) => settleUsedPart(context, part))
}
