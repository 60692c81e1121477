import * as v from 'valibot'
import { type Amount, Drops } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { royalty } from '#contract/rules/fees.ts'
import type { HistoryType } from '#contract/schemas/nfts.ts'
import { textField, type ValidatedTransaction } from './ledger-json.ts'
import { contradictedTokens } from './expected-effects.ts'
import { type LedgerOffer, type OfferChanges, offerChanges } from './offer-changes.ts'
import { pageOwner } from './read-entry.ts'
import type { ReadLedger } from './read-ledger.ts'
import { type TokenChange, tokenChanges } from './token-changes.ts'
import { identifyToken, type TokenIdentity } from './token-id.ts'
import { addUnread, recordNote, nothingUnread, type Unread } from './unread.ts'

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
  /** The Batch that contained the transaction (XLS-56). Its payments belong to the sale. */
  parentBatchId: string | null
}

/** Changes of the index by transactions: at most one row per token and offer, in no particular order. */
export interface IndexChanges {
  nfts: Map<string, NftUpsert>
  offers: Map<string, OfferUpsert>
  history: HistoryInsert[]
  /** Entries that could not be parsed. Their tokens have no row in `nfts`. */
  unread: Unread
}

interface SaleRoles {
  seller: string
  buyer: string
  amount: Amount
  offerId: string
  brokerFeeDrops: bigint | null
}

/** Returns the ids of the offers that a transaction accepted; empty for other transactions. */
function acceptedOffers({ tx, meta }: ValidatedTransaction): Set<string | undefined> {
  if (tx.TransactionType !== 'NFTokenAcceptOffer' || meta.TransactionResult !== 'tesSUCCESS') return new Set()
  return new Set([textField(tx, 'NFTokenSellOffer'), textField(tx, 'NFTokenBuyOffer')])
}

/**
 * Returns seller, buyer and amount of an NFTokenAcceptOffer. The offers' flags determine buyer and seller, never their
 * destinations. The amount is the buyer's payment. Source: XLS-20, "NFTokenAcceptOffer".
 */
function saleRoles(entry: ValidatedTransaction, deletedOffers: LedgerOffer[]): SaleRoles | null {
  if (acceptedOffers(entry).size === 0) return null
  const sell = deletedOffers.find((offer) => offer.id === textField(entry.tx, 'NFTokenSellOffer'))
  const buy = deletedOffers.find((offer) => offer.id === textField(entry.tx, 'NFTokenBuyOffer'))
  const main = buy ?? sell
  if (main === undefined) return null
  const fee = v.safeParse(Drops, entry.tx.NFTokenBrokerFee)
  return {
    seller: sell?.owner ?? entry.tx.Account,
    buyer: buy?.owner ?? entry.tx.Account,
    amount: main.amount,
    offerId: sell?.id ?? main.id,
    // A fee in another currency is an object.
    brokerFeeDrops: fee.success ? BigInt(fee.output) : null,
  }
}

type HistoryEvent = Pick<HistoryInsert, 'nftId' | 'type'> & Partial<HistoryInsert>

/** Returns the history entry of a token that changed owners. It is a sale if something was paid. */
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
  const acceptedPair = acceptedOffers(entry)
  const events: HistoryEvent[] = [
    ...changes.flatMap((change) => tokenEvents(change, sale)),
    ...offers.created.map((offer) => ({
      ...offerEvent(offer),
      type: offer.isSell ? ('sell_offer' as const) : ('buy_offer' as const),
      amountDrops: isDrops(offer.amount) ? BigInt(offer.amount) : null,
    })),
    ...offers.deleted
      .filter((offer) => !acceptedPair.has(offer.id))
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

function takeOffers(result: IndexChanges, entry: ValidatedTransaction, { created, deleted }: OfferChanges) {
  for (const offer of created) {
    result.offers.set(offer.id, {
      ...offer,
      state: 'open',
      createdLedger: entry.ledgerIndex,
      endedLedger: null,
    })
  }
  const acceptedPair = acceptedOffers(entry)
  for (const offer of deleted) {
    result.offers.set(offer.id, {
      ...offer,
      state: acceptedPair.has(offer.id) ? 'accepted' : 'cancelled',
      createdLedger: result.offers.get(offer.id)?.createdLedger ?? entry.ledgerIndex,
      endedLedger: entry.ledgerIndex,
    })
  }
}

function takeTokens(result: IndexChanges, entry: ValidatedTransaction, changes: TokenChange[]) {
  for (const { nftId, before, after } of changes) {
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
}

/** Queues the token and its holders for another read. If a server cannot find a token, its holder must be known. */
function markForReread(unread: Unread, { nftId, before, after }: TokenChange) {
  unread.ids.add(nftId)
  for (const state of [before, after]) if (state !== null) unread.accounts.add(state.owner)
}

/** Returns the changes whose previous state contradicts an earlier transaction of the same ledger. */
function brokenChain(result: IndexChanges, { ledgerIndex }: ValidatedTransaction, changes: TokenChange[]) {
  return changes.filter(({ nftId, before }) => {
    const last = result.nfts.get(nftId)
    if (last === undefined || last.stateLedger !== ledgerIndex) return false
    return last.burned || before?.owner !== last.owner
  })
}

/**
 * Reduces validated transactions, in ledger order, to their changes of the index. A change that contradicts its
 * transaction, or the previous change, is not applied; its token is added to `unread`.
 */
export function indexChanges(entries: ValidatedTransaction[]): IndexChanges {
  const result: IndexChanges = { nfts: new Map(), offers: new Map(), history: [], unread: nothingUnread() }
  for (const entry of entries) {
    const tokens = tokenChanges(entry.meta, pageOwner)
    const offers = offerChanges(entry.meta)
    const contradictions = contradictedTokens(entry, tokens, offers, result.unread)
    for (const change of brokenChain(result, entry, tokens)) {
      recordNote(result.unread, 'order')
      markForReread(result.unread, change)
      contradictions.add(change.nftId)
    }
    const consistentTokens = tokens.filter(({ nftId }) => !contradictions.has(nftId))
    takeTokens(result, entry, consistentTokens)
    takeOffers(result, entry, offers)
    result.history.push(...historyOf(entry, consistentTokens, offers))
  }
  for (const id of result.unread.ids) result.nfts.delete(id)
  return result
}

/**
 * Reduces a whole ledger as returned by a server. If the order of its transactions is uncertain, tokens that several of
 * them change are read again.
 */
export function ledgerChanges({ transactions, isOrdered, unread }: ReadLedger): IndexChanges {
  const result = indexChanges(transactions)
  addUnread(result.unread, unread)
  if (!isOrdered) {
    const changes = transactions.flatMap((entry) => tokenChanges(entry.meta, pageOwner))
    const counts = new Map<string, number>()
    for (const { nftId } of changes) counts.set(nftId, (counts.get(nftId) ?? 0) + 1)
    for (const change of changes)
      if ((counts.get(change.nftId) ?? 0) > 1) markForReread(result.unread, change)
  }
  // Later changes may be missing for any token.
  if (result.unread.isIncomplete) result.nfts.clear()
  for (const id of result.unread.ids) result.nfts.delete(id)
  return result
}

/** Combines the changes of several consecutive ledgers: the last state of each token and offer, and the whole history. */
export function mergeChanges(ledgers: IndexChanges[]): IndexChanges {
  const [first] = ledgers
  if (ledgers.length === 1 && first !== undefined) return first
  const mergedChanges: IndexChanges = {
    nfts: new Map(),
    offers: new Map(),
    history: [],
    unread: nothingUnread(),
  }
  for (const { nfts, offers, history, unread } of ledgers) {
    for (const [id, token] of nfts)
      mergedChanges.nfts.set(id, {
        ...token,
        mintedAt: token.mintedAt ?? mergedChanges.nfts.get(id)?.mintedAt ?? null,
      })
    for (const [id, offer] of offers)
      mergedChanges.offers.set(id, {
        ...offer,
        createdLedger: mergedChanges.offers.get(id)?.createdLedger ?? offer.createdLedger,
      })
    for (const event of history) mergedChanges.history.push(event)
    addUnread(mergedChanges.unread, unread)
  }
  return mergedChanges
}
