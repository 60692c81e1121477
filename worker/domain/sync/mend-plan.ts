import type { NftInsert, OfferInsert, OfferState } from '#db/queries/sync/mend.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import type { MendCounts, MendKind } from '#contract/schemas/sync.ts'
import type { OfferUpsert } from '#worker/ledger/index-changes.ts'
import type { LedgerOffer } from '#worker/ledger/offer-changes.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import type { HeldToken } from '#worker/ports/ledger/port.ts'

/** Position of a state that was read after all transactions of its ledger. */
export const endOfLedger = 2_147_483_647

export function count(counts: MendCounts, kind: MendKind, times = 1) {
  if (times > 0) counts[kind] = (counts[kind] ?? 0) + times
}

export interface TokenInIndex {
  id: string
  owner: string
  burned: boolean
  uri: string | null
  stateLedger: number
}

/**
 * Returns the tokens that must be written so that the index equals the ledger at `ledgerIndex`. The follower handles
 * state from later ledgers, on either side. Counts the corrections in `counts`.
 */
export function planTokens(
  index: TokenInIndex[],
  ledger: HeldToken[],
  ledgerIndex: number,
  now: Date,
  counts: MendCounts,
): NftInsert[] {
  const byId = new Map(index.map((row) => [row.id, row]))
  return ledger.flatMap((token) => {
    const row = byId.get(token.id)
    if (token.changedLedger > ledgerIndex || (row !== undefined && row.stateLedger > ledgerIndex)) return []
    // The ledger has no URI for a burned token, so the index keeps the last one.
    const uri = token.burned ? (row?.uri ?? null) : token.uri
    if (row === undefined) count(counts, 'nft_missing')
    else {
      if (row.owner === token.owner && row.burned === token.burned && row.uri === uri) return []
      if (row.owner !== token.owner) count(counts, 'owner')
      if (row.burned !== token.burned) count(counts, 'burned')
      if (row.uri !== uri) count(counts, 'uri')
    }
    const hasMetadata = uri !== null && !token.burned
    return [
      {
        id: token.id,
        ...identifyToken(token.id),
        owner: token.owner,
        burned: token.burned,
        uri,
        stateLedger: ledgerIndex,
        statePosition: endOfLedger,
        metadataState: hasMetadata ? ('pending' as const) : ('none' as const),
        metadataDueAt: hasMetadata ? now : null,
      },
    ]
  })
}

export interface OfferTruth {
  /** Offers that are open in the ledger at `ledgerIndex`, with the ledger that created each, if known. */
  open: (LedgerOffer & { createdLedger: number | null })[]
  /** Open and ended offers in the tokens' history; empty if no server has the history. */
  past: Map<string, OfferUpsert>
  ledgerIndex: number
}

const termsKey = (offer: LedgerOffer) =>
  JSON.stringify([
    offer.nftId,
    offer.owner,
    offer.isSell,
    isDrops(offer.amount) ? offer.amount : [offer.amount.value, offer.amount.currency, offer.amount.issuer],
    offer.destination,
    offer.expiration,
  ])

const insert = (offer: LedgerOffer): Omit<OfferInsert, 'state' | 'createdLedger'> => ({
  id: offer.id,
  nftId: offer.nftId,
  owner: offer.owner,
  isSell: offer.isSell,
  amount: offer.amount,
  amountDrops: isDrops(offer.amount) ? BigInt(offer.amount) : null,
  destination: offer.destination,
  expiration: offer.expiration,
})

/** Returns the error in the index's row of an offer that is open in the ledger, or null if the row is correct. */
function openProblem(row: OfferState | undefined, offer: LedgerOffer): MendKind | null {
  if (row === undefined) return 'offer_missing'
  if (row.state !== 'open') return 'offer_reopened'
  const isSame =
    termsKey(row) === termsKey(offer) && (!isDrops(offer.amount) || row.amountDrops === BigInt(offer.amount))
  return isSame ? null : 'offer_terms'
}

/** Returns offers that are open in the ledger but not in the index. */
function planOpen(
  offers: Map<string, OfferState>,
  { open, ledgerIndex }: OfferTruth,
  counts: MendCounts,
): OfferInsert[] {
  return open.flatMap((offer) => {
    const row = offers.get(offer.id)
    if (row?.endedLedger !== undefined && row.endedLedger !== null && row.endedLedger > ledgerIndex) return []
    const problem = openProblem(row, offer)
    if (problem === null) return []
    count(counts, problem)
    const createdLedger = row?.createdLedger ?? offer.createdLedger ?? ledgerIndex
    return [{ ...insert(offer), state: 'open', createdLedger, endedLedger: null }]
  })
}

/**
 * Returns the offers on the given tokens that must be written so that the index equals the ledger, by the rules of
 * `planTokens`.
 */
export function planOffers(
  index: OfferState[],
  nftIds: Set<string>,
  truth: OfferTruth,
  counts: MendCounts,
): OfferInsert[] {
  const { open, past, ledgerIndex } = truth
  const byId = new Map(index.map((row) => [row.id, row]))
  const openIds = new Set(open.map((offer) => offer.id))
  const removedRows = index.filter(
    (row) =>
      row.state === 'open' &&
      !openIds.has(row.id) &&
      nftIds.has(row.nftId) &&
      row.createdLedger <= ledgerIndex,
  )
  const endedOffers = removedRows.map((row) => {
    const last = past.get(row.id)
    const end = last !== undefined && last.state !== 'open' ? last : null
    count(counts, 'offer_ended')
    return {
      ...insert(row),
      state: end?.state ?? 'cancelled',
      createdLedger: row.createdLedger,
      endedLedger: end?.endedLedger ?? ledgerIndex,
    }
  })
  // Offers that were created and ended before we followed the ledger. They do not count as missing, but appear in an
  // account's history.
  const offersBeforeIndex = [...past].flatMap(([id, offer]) =>
    offer.state !== 'open' && !byId.has(id) && !openIds.has(id) && nftIds.has(offer.nftId)
      ? [
          {
            ...insert(offer),
            state: offer.state,
            createdLedger: offer.createdLedger,
            endedLedger: offer.endedLedger,
          },
        ]
      : [],
  )
  return [...planOpen(byId, truth, counts), ...endedOffers, ...offersBeforeIndex]
}
