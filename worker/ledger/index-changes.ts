import { contradictedTokens } from './expected-effects.ts'
import { acceptedOffers, type HistoryInsert, historyEvents } from './history-events.ts'
import type { ValidatedTransaction } from './ledger-json.ts'
import { type LedgerOffer, type OfferChanges, offerChanges } from './offer-changes.ts'
import { pageOwner } from './read-entry.ts'
import type { ReadLedger } from './read-ledger.ts'
import { type TokenChange, tokenChanges } from './token-changes.ts'
import { identifyToken, type TokenIdentity } from './token-id.ts'
import { addRereads, recordNote, noRereads, type Rereads } from './rereads.ts'

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

/** Changes of the index by transactions: at most one row per token and offer, in no particular order. */
export interface IndexChanges {
  nfts: Map<string, NftUpsert>
  offers: Map<string, OfferUpsert>
  history: HistoryInsert[]
  /** Entries that could not be parsed. Their tokens have no row in `nfts`. */
  rereads: Rereads
}

function applyOffers(
  result: IndexChanges,
  entry: ValidatedTransaction,
  { createdOffers, deletedOffers }: OfferChanges,
  acceptedIds: ReadonlySet<string>,
) {
  for (const offer of createdOffers) {
    result.offers.set(offer.id, {
      ...offer,
      state: 'open',
      createdLedger: entry.ledgerIndex,
      endedLedger: null,
    })
  }
  for (const offer of deletedOffers) {
    result.offers.set(offer.id, {
      ...offer,
      state: acceptedIds.has(offer.id) ? 'accepted' : 'cancelled',
      createdLedger: result.offers.get(offer.id)?.createdLedger ?? entry.ledgerIndex,
      endedLedger: entry.ledgerIndex,
    })
  }
}

function applyTokens(result: IndexChanges, entry: ValidatedTransaction, changes: TokenChange[]) {
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
function markForReread(rereads: Rereads, { nftId, before, after }: TokenChange) {
  rereads.ids.add(nftId)
  for (const state of [before, after]) if (state !== null) rereads.accounts.add(state.owner)
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
 * transaction, or the previous change, is not applied; its token is added to `rereads`.
 */
export function indexChanges(entries: ValidatedTransaction[]): IndexChanges {
  const result: IndexChanges = { nfts: new Map(), offers: new Map(), history: [], rereads: noRereads() }
  for (const entry of entries) {
    const tokens = tokenChanges(entry.meta, pageOwner)
    const offers = offerChanges(entry.meta)
    const contradictions = contradictedTokens(entry, tokens, offers, result.rereads)
    for (const change of brokenChain(result, entry, tokens)) {
      recordNote(result.rereads, 'order')
      markForReread(result.rereads, change)
      contradictions.add(change.nftId)
    }
    const consistentTokens = tokens.filter(({ nftId }) => !contradictions.has(nftId))
    applyTokens(result, entry, consistentTokens)
    const acceptedIds = acceptedOffers(entry)
    applyOffers(result, entry, offers, acceptedIds)
    result.history.push(...historyEvents(entry, consistentTokens, offers, acceptedIds))
  }
  for (const id of result.rereads.ids) result.nfts.delete(id)
  return result
}

/**
 * Reduces a whole ledger as returned by a server. If the order of its transactions is uncertain, tokens that several of
 * them change are read again.
 */
export function ledgerChanges({ transactions, isOrdered, rereads }: ReadLedger): IndexChanges {
  const result = indexChanges(transactions)
  addRereads(result.rereads, rereads)
  if (!isOrdered) {
    const changes = transactions.flatMap((entry) => tokenChanges(entry.meta, pageOwner))
    const counts = new Map<string, number>()
    for (const { nftId } of changes) counts.set(nftId, (counts.get(nftId) ?? 0) + 1)
    for (const change of changes)
      if ((counts.get(change.nftId) ?? 0) > 1) markForReread(result.rereads, change)
  }
  // Later changes may be missing for any token.
  if (result.rereads.isIncomplete) result.nfts.clear()
  for (const id of result.rereads.ids) result.nfts.delete(id)
  return result
}

/**
 * Combines the changes of several consecutive ledgers: the last state of each token and offer, and the whole history.
 */
export function mergeChanges(ledgers: IndexChanges[]): IndexChanges {
  const [first] = ledgers
  if (ledgers.length === 1 && first !== undefined) return first
  const mergedChanges: IndexChanges = {
    nfts: new Map(),
    offers: new Map(),
    history: [],
    rereads: noRereads(),
  }
  for (const { nfts, offers, history, rereads } of ledgers) {
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
    addRereads(mergedChanges.rereads, rereads)
  }
  return mergedChanges
}
