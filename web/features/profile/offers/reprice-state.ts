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
  /** The row's request, fixed at the start of the run because the list of offers changes during it. */
  next: { name: string; txjson: ListingTransaction; replaces: string[] } | null
  asked: { key: string; txjson: ClientTransaction; replaces: string[] } | null
}

/**
 * Price changes of an account's listings, as stored in the browser. Rows are keyed by NFTokenID, or by offer if the
 * offer's price cannot be changed.
 */
export interface RepriceState extends RunState {
  rows: Record<string, RepriceRow>
}

export const repriceStore = createRunStore<RepriceState>({ rows: {}, queue: [] })

export const repriceKey = (account: string) => `opx_reprice:${account}`

/**
 * Key of the row that cancels the old offers of all other rows. It comes first if one signature cannot cover several
 * transactions.
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

/** One row of the list: the account's listings of one NFT, or another own offer. */
export interface OwnOffers {
  id: string
  nftokenID: string
  name: string
  offers: AccountOffer[]
  /** Terms that the new offer takes over from the old one. */
  terms: OldTerms
  /** True if the row is a listing, whose price can be changed. */
  listed: boolean
}

function groupOffers(offers: readonly AccountOffer[]): OwnOffers[] {
  const groups = new Map<string, OwnOffers>()
  for (const offer of offers) {
    const isListed = isListing(offer)
    const id = isListed ? offer.NFTokenID : offer.OfferID
    const group = groups.get(id)
    if (group !== undefined) group.offers.push(offer)
    else
      groups.set(id, {
        id,
        nftokenID: offer.NFTokenID,
        name: offer.name,
        offers: [offer],
        terms: { amount: offer.Amount, destination: offer.Destination, expiration: offer.Expiration },
        listed: isListed,
      })
  }
  return [...groups.values()]
}

/** Returns the rows of the list: own offers, and works of the run whose old offers are already cancelled. */
export function listedRows(state: RepriceState, offers: readonly AccountOffer[]): OwnOffers[] {
  const groups = groupOffers(offers)
  const cancelledRows = Object.entries(state.rows).flatMap(([id, { next = null, status }]): OwnOffers[] => {
    if (next === null || status === 'success' || groups.some((group) => group.id === id)) return []
    const { Amount, Destination = null, Expiration = null } = next.txjson
    const terms = { amount: Amount, destination: Destination, expiration: Expiration }
    return [{ id, nftokenID: id, name: next.name, offers: [], terms, listed: true }]
  })
  return [...groups, ...cancelledRows]
}

/**
 * Queues the rows with valid prices. If they are signed one by one, queues the cancellation of their old offers first.
 */
export function startReprice(
  state: RepriceState,
  rows: readonly OwnOffers[],
  { account, isOneSignature, now }: { account: string; isOneSignature: boolean; now: Date },
): RepriceState {
  const repricedRows = rows.flatMap((offers) => {
    const work = { account, nftokenID: offers.nftokenID, terms: offers.terms }
    const txjson = newListing(work, rowOf(state, offers.id).value, now)
    const replaces = offers.offers.map(({ OfferID }) => OfferID)
    return txjson === null ? [] : [{ id: offers.id, next: { name: offers.name, txjson, replaces } }]
  })
  const initial = repricedRows.reduce((next, row) => changeRow(next, row.id, { next: row.next }), state)
  const ids = repricedRows.map(({ id }) => id)
  const replaced = repricedRows.some(({ next }) => next.replaces.length > 0)
  if (isOneSignature || !replaced) return start(withoutCancellation(initial), ids)
  return start(putRow(initial, cancelRow, { ...freshRow }), [cancelRow, ...ids])
}

/** Removes the cancellation of an earlier run, which does not cover the offers of this run. */
function withoutCancellation(state: RepriceState): RepriceState {
  const { [cancelRow]: _, ...rows } = state.rows
  return { ...state, rows }
}

/**
 * Retries rows. Repeats a row unchanged if its request may have reached the server; starts the others like a new run,
 * because the wallet may now support another way of signing.
 */
export function retryReprice(
  state: RepriceState,
  rows: readonly OwnOffers[],
  options: { account: string; isOneSignature: boolean; now: Date },
): RepriceState {
  const [lostRows, rest] = [rows.filter(isLost), rows.filter((offers) => !isLost(offers))]
  function isLost({ id }: OwnOffers) {
    return rowOf(state, id).asked !== null
  }
  const retriedState = lostRows.reduce((next, { id }) => tryAgain(next, id), state)
  const readyState = rest.reduce(
    (next, { id }) => changeRow(next, id, { status: 'ready', message: null, again: false }),
    retriedState,
  )
  return rest.length === 0 ? readyState : startReprice(readyState, rest, options)
}

/**
 * Returns true if a new offer must wait for the cancellation of the old one. Otherwise anyone could still buy at the
 * old price.
 */
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

/** Stops the run if the old offers were not cancelled, because the works would be listed twice. */
export function stopUncancelled(state: RepriceState): RepriceState {
  const status = state.rows[cancelRow]?.status
  const stops = status === 'failed' || status === 'rejected' || status === 'signed'
  return stops && state.queue.length > 0 ? { ...state, queue: [] } : state
}

/** Removes finished rows, because the list now contains their new offers. */
export function withoutDone(state: RepriceState): RepriceState {
  const rows = Object.entries(state.rows).filter(([, { status }]) => status !== 'success')
  return { ...state, rows: Object.fromEntries(rows) }
}
