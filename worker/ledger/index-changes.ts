import { encodeAccountID } from 'xrpl'
import { type Amount, isDrops } from '#worker/contract/amounts.ts'
import { royalty } from '#worker/contract/fees.ts'
import type { HistoryType } from '#worker/contract/nfts.ts'
import { textField, type ValidatedTransaction } from './ledger-json.ts'
import { type LedgerOffer, offerChanges } from './offer-changes.ts'
import { type TokenChange, tokenChanges } from './token-changes.ts'
import { identifyToken, type TokenIdentity } from './token-id.ts'

export interface NftUpsert extends TokenIdentity {
  id: string
  owner: string
  uri: string | null
  burned: boolean
  stateLedger: number
  statePosition: number
  mintedAt: Date | null
}

export interface OfferUpsert extends LedgerOffer {
  state: 'open' | 'accepted' | 'cancelled'
  createdLedger: number
  endedLedger: number | null
}

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
}

/** What a list of transactions changes in the index: at most one row per token and offer, in no particular order. */
export interface IndexChanges {
  nfts: Map<string, NftUpsert>
  offers: Map<string, OfferUpsert>
  history: HistoryInsert[]
}

const accountOf = (hex: string) => encodeAccountID(Buffer.from(hex, 'hex'))

interface SaleRoles {
  seller: string
  buyer: string
  amount: Amount
  offerId: string
  brokerFeeDrops: bigint | null
}

/**
 * Seller, buyer and amount of an NFTokenAcceptOffer. The offers' flags determine buyer and seller, never their destinations; the
 * amount is what the buyer paid. Source: XLS-20, "NFTokenAcceptOffer".
 */
function saleRoles(entry: ValidatedTransaction, deleted: LedgerOffer[]): SaleRoles | null {
  if (entry.tx.TransactionType !== 'NFTokenAcceptOffer' || entry.meta.TransactionResult !== 'tesSUCCESS')
    return null
  const sell = deleted.find((offer) => offer.id === textField(entry.tx, 'NFTokenSellOffer'))
  const buy = deleted.find((offer) => offer.id === textField(entry.tx, 'NFTokenBuyOffer'))
  const main = buy ?? sell
  if (main === undefined) return null
  const fee = textField(entry.tx, 'NFTokenBrokerFee')
  return {
    seller: sell?.owner ?? entry.tx.Account,
    buyer: buy?.owner ?? entry.tx.Account,
    amount: main.amount,
    offerId: sell?.id ?? main.id,
    brokerFeeDrops: fee === undefined ? null : BigInt(fee),
  }
}

type HistoryEvent = Pick<HistoryInsert, 'nftId' | 'type'> & Partial<HistoryInsert>

/** A token that changed owners: a sale when something was paid for it. */
function movement(
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
    royaltyDrops: royalty(amountDrops - (brokerFeeDrops ?? 0n), transferFee, isPrimary),
  }
}

function tokenEvents({ nftId, before, after }: TokenChange, sale: SaleRoles | null): HistoryEvent[] {
  if (after === null) return before === null ? [] : [{ nftId, type: 'burn', seller: before.owner }]
  if (before === null) return [{ nftId, type: 'mint', buyer: after.owner }]
  if (before.owner === after.owner) return [{ nftId, type: 'modify', seller: after.owner }]
  return [movement({ nftId, from: before.owner, to: after.owner }, sale)]
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

function historyOf(
  entry: ValidatedTransaction,
  changes: TokenChange[],
  offers: ReturnType<typeof offerChanges>,
): HistoryInsert[] {
  const sale = saleRoles(entry, offers.deleted)
  const accepted = new Set([textField(entry.tx, 'NFTokenSellOffer'), textField(entry.tx, 'NFTokenBuyOffer')])
  const events: HistoryEvent[] = [
    ...changes.flatMap((change) => tokenEvents(change, sale)),
    ...offers.created.map((offer) => ({
      ...offerEvent(offer),
      type: offer.isSell ? ('sell_offer' as const) : ('buy_offer' as const),
      amountDrops: isDrops(offer.amount) ? BigInt(offer.amount) : null,
    })),
    ...offers.deleted
      .filter((offer) => sale === null || !accepted.has(offer.id))
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
      ...event,
    }
  })
}

/** Reduces validated transactions, in ledger order, to what they change in the index. */
export function indexChanges(entries: ValidatedTransaction[]): IndexChanges {
  const result: IndexChanges = { nfts: new Map(), offers: new Map(), history: [] }
  for (const entry of entries) {
    const tokens = tokenChanges(entry.meta, accountOf)
    const offers = offerChanges(entry.meta)
    if (tokens.length === 0 && offers.created.length === 0 && offers.deleted.length === 0) continue
    for (const { nftId, before, after } of tokens) {
      const state = after ?? before
      if (state === null) continue
      result.nfts.set(nftId, {
        id: nftId,
        ...identifyToken(nftId),
        owner: state.owner,
        uri: state.uri,
        burned: after === null,
        stateLedger: entry.ledgerIndex,
        statePosition: entry.meta.TransactionIndex,
        mintedAt: before === null ? entry.closedAt : (result.nfts.get(nftId)?.mintedAt ?? null),
      })
    }
    for (const offer of offers.created) {
      result.offers.set(offer.id, {
        ...offer,
        state: 'open',
        createdLedger: entry.ledgerIndex,
        endedLedger: null,
      })
    }
    const accepted =
      entry.tx.TransactionType === 'NFTokenAcceptOffer' && entry.meta.TransactionResult === 'tesSUCCESS'
        ? new Set([textField(entry.tx, 'NFTokenSellOffer'), textField(entry.tx, 'NFTokenBuyOffer')])
        : new Set()
    for (const offer of offers.deleted) {
      result.offers.set(offer.id, {
        ...offer,
        state: accepted.has(offer.id) ? 'accepted' : 'cancelled',
        createdLedger: result.offers.get(offer.id)?.createdLedger ?? entry.ledgerIndex,
        endedLedger: entry.ledgerIndex,
      })
    }
    result.history.push(...historyOf(entry, tokens, offers))
  }
  return result
}
