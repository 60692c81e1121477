import type { AccountOffer } from '#contract/schemas/profiles.ts'
import type { ClientTransaction, ListingTransaction } from '#contract/schemas/sign-requests.ts'
import { t } from '#web/messages.ts'
import { freshRow, putRow, type RunRow, type RunState, start, tryAgain } from '#web/wallet/runs/run-state.ts'
import { createRunStore } from '#web/wallet/runs/run-store.ts'
import { newListing, type OldTerms } from '#web/wallet/selling/new-price.ts'
import { isListing } from './offer-acts.ts'

export interface RepriceRow extends RunRow {
  /** The new price as typed. */
  value: string
  selected: boolean
  /** The row's request as of the start of the run: the list of offers changes meanwhile. */
  next: { name: string; txjson: ListingTransaction; replaces: string[] } | null
  asked: { key: string; txjson: ClientTransaction; replaces: string[] } | null
}

/** New prices for an account's listings, as stored in the browser; rows by NFTokenID, or by offer where it has no price to change. */
export interface RepriceState extends RunState {
  rows: Record<string, RepriceRow>
}

export const repriceStore = createRunStore<RepriceState>({ rows: {}, queue: [] })

export const repriceKey = (account: string) => `opx_reprice:${account}`

/**
 * If one signature cannot cover several transactions, this row comes first: it cancels the old offers of all other
 * rows.
 */
export const cancelRow = 'cancel'

export const rowOf = (state: RepriceState, id: string): RepriceRow => ({
  ...freshRow,
  value: '',
  selected: false,
  next: null,
  asked: null,
  ...state.rows[id],
})

export const changeRow = (state: RepriceState, id: string, changes: Partial<RepriceRow>): RepriceState =>
  putRow(state, id, changes)

/** One row of the list: the own listings of one NFT, or another own offer. */
export interface OwnOffers {
  id: string
  nftokenID: string
  name: string
  offers: AccountOffer[]
  /** Terms of the old offer that the new one takes over. */
  terms: OldTerms
  /** A listing: its price can be changed. */
  listed: boolean
}

function groupOffers(offers: readonly AccountOffer[]): OwnOffers[] {
  const groups = new Map<string, OwnOffers>()
  for (const offer of offers) {
    const listed = isListing(offer)
    const id = listed ? offer.NFTokenID : offer.OfferID
    const group = groups.get(id)
    if (group !== undefined) group.offers.push(offer)
    else
      groups.set(id, {
        id,
        nftokenID: offer.NFTokenID,
        name: offer.name,
        offers: [offer],
        terms: { amount: offer.Amount, destination: offer.Destination, expiration: offer.Expiration },
        listed,
      })
  }
  return [...groups.values()]
}

/** The rows of the list: own offers, and works of the run whose old offers are cancelled already. */
export function listedRows(state: RepriceState, offers: readonly AccountOffer[]): OwnOffers[] {
  const groups = groupOffers(offers)
  const movedOffers = Object.entries(state.rows).flatMap(([id, { next = null, status }]): OwnOffers[] => {
    if (next === null || status === 'success' || groups.some((group) => group.id === id)) return []
    const { Amount, Destination = null, Expiration = null } = next.txjson
    const terms = { amount: Amount, destination: Destination, expiration: Expiration }
    return [{ id, nftokenID: id, name: next.name, offers: [], terms, listed: true }]
  })
  return [...groups, ...movedOffers]
}

/** Queues rows with valid prices, in the one-by-one way behind the cancellation of their old offers. */
export function startReprice(
  state: RepriceState,
  rows: readonly OwnOffers[],
  { account, together, now }: { account: string; together: boolean; now: Date },
): RepriceState {
  const ready = rows.flatMap((offers) => {
    const work = { account, nftokenID: offers.nftokenID, terms: offers.terms }
    const txjson = newListing(work, rowOf(state, offers.id).value, now)
    const replaces = offers.offers.map(({ OfferID }) => OfferID)
    return txjson === null ? [] : [{ id: offers.id, next: { name: offers.name, txjson, replaces } }]
  })
  const initial = ready.reduce((next, row) => changeRow(next, row.id, { next: row.next }), state)
  const ids = ready.map(({ id }) => id)
  const replaced = ready.some(({ next }) => next.replaces.length > 0)
  if (together || !replaced) return start(withoutCancellation(initial), ids)
  return start(putRow(initial, cancelRow, { ...freshRow }), [cancelRow, ...ids])
}

/** Forgets an earlier cancellation: it says nothing about the offers of this run. */
function withoutCancellation(state: RepriceState): RepriceState {
  const { [cancelRow]: _, ...rows } = state.rows
  return { ...state, rows }
}

/**
 * Retries rows: rows whose request may have arrived unchanged, the others like a new run, because the wallet may sign
 * in another way now.
 */
export function retryReprice(
  state: RepriceState,
  rows: readonly OwnOffers[],
  how: { account: string; together: boolean; now: Date },
): RepriceState {
  const [lostRows, rest] = [rows.filter(isLost), rows.filter((offers) => !isLost(offers))]
  function isLost({ id }: OwnOffers) {
    return rowOf(state, id).asked !== null
  }
  const repeatedState = lostRows.reduce((next, { id }) => tryAgain(next, id), state)
  const ready = rest.reduce(
    (next, { id }) => changeRow(next, id, { status: 'ready', message: null, again: false }),
    repeatedState,
  )
  return rest.length === 0 ? ready : startReprice(ready, rest, how)
}

/** True if a new offer must wait: alone it would stand beside the old one, at whose price anybody could still buy. */
export const standsBeside = (state: RepriceState, { replaces }: { replaces: readonly string[] }): boolean =>
  replaces.length > 0 && state.rows[cancelRow]?.status !== 'success'

/** Returns the request of a row, or a sentence if there is nothing left to request. */
export function requestOf(
  state: RepriceState,
  id: string,
): Omit<NonNullable<RepriceRow['asked']>, 'key'> | string {
  const { next } = rowOf(state, id)
  if (id !== cancelRow) return next ?? t('This offer is gone.')
  const upcomingOffers = state.queue.map((queuedId) => rowOf(state, queuedId).next)
  const first = upcomingOffers.find((offer) => offer !== null)
  if (first === undefined || first === null) return t('There is nothing left to cancel.')
  const ids = upcomingOffers.flatMap((offer) => offer?.replaces ?? [])
  return {
    txjson: {
      TransactionType: 'NFTokenCancelOffer',
      Account: first.txjson.Account,
      NFTokenOffers: ids,
    },
    replaces: [],
  }
}

/** Stops when the old offers were not cancelled: the works would be listed twice. */
export function stopUncancelled(state: RepriceState): RepriceState {
  const status = state.rows[cancelRow]?.status
  const stops = status === 'failed' || status === 'rejected' || status === 'signed'
  return stops && state.queue.length > 0 ? { ...state, queue: [] } : state
}

/** Forgets finished rows: their new offers are rows of the list now. */
export function withoutDone(state: RepriceState): RepriceState {
  const rows = Object.entries(state.rows).filter(([, { status }]) => status !== 'success')
  return { ...state, rows: Object.fromEntries(rows) }
}
