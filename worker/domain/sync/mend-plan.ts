import type { NftInsert, OfferInsert, OfferState } from '#db/queries/index-mend.ts'
import { isDrops } from '#worker/contract/amounts.ts'
import type { MendCounts, MendKind } from '#worker/contract/sync.ts'
import type { OfferUpsert } from '#worker/ledger/index-changes.ts'
import type { LedgerOffer } from '#worker/ledger/offer-changes.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import type { HeldToken } from '#worker/ports/ledger/port.ts'

/** Position of a state that was read after all transactions of its ledger. */
export const endOfLedger = 2_147_483_647

export function count(mended: MendCounts, kind: MendKind, more = 1) {
  if (more > 0) mended[kind] = (mended[kind] ?? 0) + more
}

export interface TokenInIndex {
  id: string
  owner: string
  burned: boolean
  uri: string | null
  stateLedger: number
}

/**
 * Which tokens must be written so that the index is as the ledger was at `ledgerIndex`. What either side knows from a
 * later ledger is left to the follower. Counts what was wrong into `mended`.
 */
export function planTokens(
  index: TokenInIndex[],
  ledger: HeldToken[],
  ledgerIndex: number,
  now: Date,
  mended: MendCounts,
): NftInsert[] {
  const known = new Map(index.map((row) => [row.id, row]))
  return ledger.flatMap((token) => {
    const row = known.get(token.id)
    if (token.changedLedger > ledgerIndex || (row !== undefined && row.stateLedger > ledgerIndex)) return []
    // The ledger keeps no address of a burned token; the index keeps the last one.
    const uri = token.burned ? (row?.uri ?? null) : token.uri
    if (row === undefined) count(mended, 'nft_missing')
    else {
      if (row.owner === token.owner && row.burned === token.burned && row.uri === uri) return []
      if (row.owner !== token.owner) count(mended, 'owner')
      if (row.burned !== token.burned) count(mended, 'burned')
      if (row.uri !== uri) count(mended, 'uri')
    }
    const described = uri !== null && !token.burned
    return [
      {
        id: token.id,
        ...identifyToken(token.id),
        owner: token.owner,
        burned: token.burned,
        uri,
        stateLedger: ledgerIndex,
        statePosition: endOfLedger,
        metadataState: described ? ('pending' as const) : ('none' as const),
        metadataDueAt: described ? now : null,
      },
    ]
  })
}

export interface OfferTruth {
  /** Open in the ledger at `ledgerIndex`, with the ledger that created each, where known. */
  open: (LedgerOffer & { createdLedger: number | null })[]
  /** What the tokens' history says of offers, open or ended; empty where no server keeps it. */
  past: Map<string, OfferUpsert>
  ledgerIndex: number
}

const terms = (offer: LedgerOffer) =>
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

/** Which offers on the given tokens must be written so that the index is as the ledger was; the rules of `planTokens`. */
export function planOffers(
  index: OfferState[],
  nftIds: Set<string>,
  { open, past, ledgerIndex }: OfferTruth,
  mended: MendCounts,
): OfferInsert[] {
  const rows: OfferInsert[] = []
  const known = new Map(index.map((row) => [row.id, row]))
  for (const offer of open) {
    const row = known.get(offer.id)
    if (row?.endedLedger !== undefined && row.endedLedger !== null && row.endedLedger > ledgerIndex) continue
    const reopened = row !== undefined && row.state !== 'open'
    const createdLedger = row?.createdLedger ?? offer.createdLedger ?? ledgerIndex
    if (row === undefined) count(mended, 'offer_missing')
    else if (reopened) count(mended, 'offer_reopened')
    else if (terms(row) !== terms(offer)) count(mended, 'offer_terms')
    else if (isDrops(offer.amount) && row.amountDrops !== BigInt(offer.amount)) count(mended, 'offer_terms')
    else continue
    rows.push({ ...insert(offer), state: 'open', createdLedger, endedLedger: null })
  }
  const openIds = new Set(open.map((offer) => offer.id))
  for (const row of index) {
    if (
      row.state !== 'open' ||
      openIds.has(row.id) ||
      !nftIds.has(row.nftId) ||
      row.createdLedger > ledgerIndex
    )
      continue
    const ended = past.get(row.id)
    const known = ended !== undefined && ended.state !== 'open' ? ended : null
    count(mended, 'offer_ended')
    rows.push({
      ...insert(row),
      state: known?.state ?? 'cancelled',
      createdLedger: row.createdLedger,
      endedLedger: known?.endedLedger ?? ledgerIndex,
    })
  }
  // Offers that came and went before we followed: nobody misses them, but an account's past shows them.
  for (const [id, offer] of past) {
    if (offer.state !== 'open' && !known.has(id) && !openIds.has(id) && nftIds.has(offer.nftId))
      rows.push({
        ...insert(offer),
        state: offer.state,
        createdLedger: offer.createdLedger,
        endedLedger: offer.endedLedger,
      })
  }
  return rows
}
