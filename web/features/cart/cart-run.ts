import type { Amount } from '#contract/schemas/amounts.ts'
import type { CartCheckReply, CartEntry, CartOffer } from '#contract/schemas/cart.ts'
import type { CheckReply } from '#contract/schemas/sign-requests.ts'
import { t } from '#web/messages.ts'
import type { CartWork } from '#web/kit/cart/cart-store.ts'
import { type RunState, start } from '#web/wallet/runs/run-state.ts'
import { createRunStore } from '#web/wallet/runs/run-store.ts'

/** A work with the price that the buyer saw last and agreed to. */
export interface CartPurchase {
  nftokenID: string
  name: string
  /** Path of the work's picture on our media route. */
  picture: string | null
  seller: string
  sellOfferIndex: string
  price: Amount
  pays: Amount
  fee: Amount
  brokered: boolean
  promoCode: string | null
  /** Hash of the transaction that transferred the work to the buyer; null until then. */
  txid: string | null
}

/** The purchases of an account, as stored in the browser. Each row is a group of works bought with one signature. */
export interface CartRun extends RunState {
  groups: Record<string, CartPurchase[]>
}

const noRun: CartRun = { rows: {}, queue: [], groups: {} }

export const cartRuns = createRunStore(noRun)

export const forgetRun = (): CartRun => noRun

export const cartRunKey = (account: string): string => `opx_cart_run:${account}`

function purchaseOf(entry: CartEntry & { offer: CartOffer }, { name, promoCode }: CartWork): CartPurchase {
  const { nftokenID, image, offer } = entry
  const { seller, sellOfferIndex, price, pays, fee, brokered } = offer
  return {
    nftokenID,
    name: entry.name ?? name,
    picture: image?.kind === 'image' ? image.src : null,
    seller,
    sellOfferIndex,
    price,
    pays,
    fee,
    brokered,
    promoCode: promoCode ?? null,
    txid: null,
  }
}

/** Returns the row id of a group. */
const idOf = ([first, ...more]: readonly CartPurchase[]) =>
  first === undefined ? [] : [more.length === 0 ? first.nftokenID : `group:${first.nftokenID}`]

const withIds = (groups: readonly CartPurchase[][]) =>
  groups.flatMap((group) => idOf(group).map((id) => [id, group] as const))

/** Returns a new run that buys all available works, in the groups and at the prices of the check. */
export function planRun({ items, groups }: CartCheckReply, works: readonly CartWork[]): CartRun {
  const purchases = groups.map(({ nftokenIDs }) =>
    nftokenIDs.flatMap((id) => {
      const entry = items.find(({ nftokenID }) => nftokenID === id)
      const work = works.find(({ nftokenID }) => nftokenID === id)
      if (work === undefined || entry === undefined || entry.offer === null) return []
      return [purchaseOf({ ...entry, offer: entry.offer }, work)]
    }),
  )
  const byId = withIds(purchases)
  return start(
    { ...noRun, groups: Object.fromEntries(byId) },
    byId.map(([id]) => id),
  )
}

/** Splits a group into single purchases and moves them to the front of the queue. */
export function splitGroup(run: CartRun, id: string): CartRun {
  const { [id]: group = [], ...otherGroups } = run.groups
  const { [id]: _, ...rows } = run.rows
  const singles = withIds(group.map((purchase) => [purchase]))
  const queue = [...singles.map(([single]) => single), ...run.queue.filter((itemId) => itemId !== id)]
  return { ...run, rows, queue, groups: { ...otherGroups, ...Object.fromEntries(singles) } }
}

type Outcome = NonNullable<CheckReply['outcome']>

/**
 * Records the transaction that transferred each work of a group to the buyer. In a Batch each work has its own
 * transaction.
 */
export function noteTransactions(run: CartRun, id: string, { txid, inner }: Outcome): CartRun {
  const ownOf = (nftokenID: string) => inner?.findLast((step) => step.nftokenID === nftokenID)?.txid ?? txid
  const group = (run.groups[id] ?? []).map((purchase) => ({ ...purchase, txid: ownOf(purchase.nftokenID) }))
  return { ...run, groups: { ...run.groups, [id]: group } }
}

/** Returns the row of a work in the latest run; null if the run did not include the work. */
export function rowOfWork(run: CartRun, nftokenID: string) {
  const entry = Object.entries(run.groups).find(([, group]) =>
    group.some((purchase) => purchase.nftokenID === nftokenID),
  )
  if (entry === undefined) return null
  const [id, group] = entry
  return {
    row: run.rows[id] ?? null,
    waits: run.queue.includes(id),
    /** True if the same signature covers several works. */
    isShared: group.length > 1,
  }
}

/** Returns the groups of several works whose purchase failed, with the reason. */
export function undoneGroups(run: CartRun): { id: string; group: CartPurchase[]; message: string }[] {
  return Object.entries(run.groups).flatMap(([id, group]) => {
    const row = run.rows[id]
    if (group.length < 2 || (row?.status !== 'failed' && row?.status !== 'rejected')) return []
    return [{ id, group, message: row.message ?? t('Nothing was bought.') }]
  })
}

/** Returns the purchases of the latest run. */
export function boughtIn(run: CartRun): CartPurchase[] {
  return Object.entries(run.groups).flatMap(([id, group]) =>
    run.rows[id]?.status === 'success' ? group : [],
  )
}

/** Returns the title of a group: "Moon", or "4 works". */
export function groupTitle(group: readonly Pick<CartPurchase, 'name'>[]): string {
  const [only] = group
  return group.length === 1 && only !== undefined ? only.name : t('{count} works', { count: group.length })
}
