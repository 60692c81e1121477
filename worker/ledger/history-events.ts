import * as v from 'valibot'
import { type Amount, Drops } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { computeRoyalty } from '#contract/rules/fees.ts'
import type { HistoryType } from '#contract/schemas/nfts.ts'
import { textField, type ValidatedTransaction } from './ledger-json.ts'
import type { LedgerOffer, OfferChanges } from './offer-changes.ts'
import type { TokenChange } from './token-changes.ts'
import { identifyToken } from './token-id.ts'

export interface HistoryInsert {
  nftId: string
  txid: string
  type: HistoryType
  offerId: string
  ledgerIndex: number
  position: number
  closedAt: Date
  issuer: string
  taxon: number
  seller: string | null
  buyer: string | null
  amount: Amount | null
  amountDrops: bigint | null
  brokerFeeDrops: bigint | null
  royaltyDrops: bigint | null
  /** The Batch that contained the transaction (XLS-56). Its payments belong to the sale. */
  parentBatchId: string | null
}

/** Returns the ids of the offers that a transaction accepted; empty for other transactions. */
export function acceptedOffers({ tx, meta }: ValidatedTransaction): Set<string> {
  if (tx.TransactionType !== 'NFTokenAcceptOffer' || meta.TransactionResult !== 'tesSUCCESS') return new Set()
  const ids = [textField(tx, 'NFTokenSellOffer'), textField(tx, 'NFTokenBuyOffer')]
  return new Set(ids.filter((id) => id !== undefined))
}

interface SaleRoles {
  seller: string
  buyer: string
  amount: Amount
  offerId: string
  brokerFeeDrops: bigint | null
}

/**
 * Returns seller, buyer and amount of an NFTokenAcceptOffer, whose fields name the sell and the buy offer. The amount
 * is the buyer's payment. Source: XLS-20, "NFTokenAcceptOffer".
 */
function saleRoles(entry: ValidatedTransaction, deletedOffers: LedgerOffer[]): SaleRoles | null {
  const sell = deletedOffers.find((offer) => offer.id === textField(entry.tx, 'NFTokenSellOffer'))
  const buy = deletedOffers.find((offer) => offer.id === textField(entry.tx, 'NFTokenBuyOffer'))
  const acceptedOffer = buy ?? sell
  if (acceptedOffer === undefined) return null
  const fee = v.safeParse(Drops, entry.tx.NFTokenBrokerFee)
  return {
    seller: sell?.owner ?? entry.tx.Account,
    buyer: buy?.owner ?? entry.tx.Account,
    amount: acceptedOffer.amount,
    offerId: sell?.id ?? acceptedOffer.id,
    // A fee in another currency is an object.
    brokerFeeDrops: fee.success ? BigInt(fee.output) : null,
  }
}

type HistoryEvent = Pick<HistoryInsert, 'nftId' | 'type'> & Partial<HistoryInsert>

/** Returns the history entry of a token that changed owners. It is a sale if something was paid. */
function movementEvent(
  { nftId, from, to }: { nftId: string; from: string; to: string },
  sale: SaleRoles | null,
): HistoryEvent {
  const parties = { nftId, seller: from, buyer: to, offerId: sale?.offerId ?? '' }
  if (sale === null) return { ...parties, type: 'transfer' }
  const { amount, brokerFeeDrops } = sale
  const amountDrops = isDrops(amount) ? BigInt(amount) : null
  const terms = { ...parties, amount, amountDrops, brokerFeeDrops }
  if (amountDrops === null) return { ...terms, type: 'sale' }
  if (amountDrops === 0n) return { ...terms, type: 'transfer' }
  const { issuer, transferFee } = identifyToken(nftId)
  const isPrimary = from === issuer || to === issuer
  return {
    ...terms,
    type: 'sale',
    royaltyDrops: computeRoyalty(amountDrops - (brokerFeeDrops ?? 0n), transferFee, isPrimary),
  }
}

function tokenEvents({ nftId, before, after }: TokenChange, sale: SaleRoles | null): HistoryEvent[] {
  if (after === null) return before === null ? [] : [{ nftId, type: 'burn', seller: before.owner }]
  if (before === null) return [{ nftId, type: 'mint', buyer: after.owner }]
  if (before.owner === after.owner) return [{ nftId, type: 'modify', seller: after.owner }]
  return [movementEvent({ nftId, from: before.owner, to: after.owner }, sale)]
}

function offerEvent({
  id,
  nftId,
  isSell,
  owner,
  amount,
}: LedgerOffer): Partial<HistoryInsert> & { nftId: string } {
  return { nftId, offerId: id, amount, ...(isSell ? { seller: owner } : { buyer: owner }) }
}

/** Returns the history entries of a transaction: its changes of tokens, and the offers that it made or cancelled. */
export function historyEvents(
  entry: ValidatedTransaction,
  changes: TokenChange[],
  offers: OfferChanges,
  acceptedIds: ReadonlySet<string>,
): HistoryInsert[] {
  const sale = acceptedIds.size === 0 ? null : saleRoles(entry, offers.deletedOffers)
  const events: HistoryEvent[] = [
    ...changes.flatMap((change) => tokenEvents(change, sale)),
    ...offers.createdOffers.map((offer) => ({
      ...offerEvent(offer),
      type: offer.isSell ? ('sell_offer' as const) : ('buy_offer' as const),
      amountDrops: isDrops(offer.amount) ? BigInt(offer.amount) : null,
    })),
    ...offers.deletedOffers
      .filter((offer) => !acceptedIds.has(offer.id))
      .map((offer) => ({ ...offerEvent(offer), type: 'offer_cancelled' as const })),
  ]
  return events.map((event) => {
    const { issuer, taxon } = identifyToken(event.nftId)
    return {
      txid: entry.hash,
      offerId: '',
      ledgerIndex: entry.ledgerIndex,
      position: entry.meta.TransactionIndex,
      closedAt: entry.closedAt,
      issuer,
      taxon,
      seller: null,
      buyer: null,
      amount: null,
      amountDrops: null,
      brokerFeeDrops: null,
      royaltyDrops: null,
      parentBatchId: entry.meta.ParentBatchID ?? null,
      ...event,
    }
  })
}
