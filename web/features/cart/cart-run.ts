import type { Amount } from '#worker/contract/amounts.ts'
import type { CartCheckReply, CartEntry, CartOffer } from '#worker/contract/cart.ts'
import type { CartWork } from '#web/kit/cart/cart-store.ts'
import { type RunRow, type RunState, start } from '#web/wallet/runs/run-state.ts'
import { createRunStore } from '#web/wallet/runs/run-store.ts'

/** A work as it is bought: at the price that the buyer saw last. */
export interface CartPurchase {
  nftokenID: string
  name: string
  /** Path of its picture on our media route. */
  picture: string | null
  seller: string
  sellOfferIndex: string
  price: Amount
  pays: Amount
  fee: Amount
  brokered: boolean
  promoCode: string | null
}

/** The purchases of an account, as stored in the browser. A row is what is signed at once. */
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
  }
}

/** A new run that buys everything that can be bought, in the groups and at the prices of the check. */
export function planRun({ items, groups }: CartCheckReply, works: readonly CartWork[]): CartRun {
  const purchases = groups.map(({ nftokenIDs }) =>
    nftokenIDs.flatMap((id) => {
      const entry = items.find(({ nftokenID }) => nftokenID === id)
      const work = works.find(({ nftokenID }) => nftokenID === id)
      if (work === undefined || entry === undefined || entry.offer === null) return []
      return [purchaseOf({ ...entry, offer: entry.offer }, work)]
    }),
  )
  const byId = Object.fromEntries(
    purchases.flatMap((group) => {
      const [first] = group
      return first === undefined ? [] : [[first.nftokenID, group] as const]
    }),
  )
  return start({ ...noRun, groups: byId }, Object.keys(byId))
}

const groupOf = (run: CartRun, nftokenID: string) =>
  Object.entries(run.groups).find(([, group]) =>
    group.some((purchase) => purchase.nftokenID === nftokenID),
  )?.[0]

/** The row of a work in the latest run, and whether it still waits for its turn; null for a work that it did not buy. */
export function rowOfWork(run: CartRun, nftokenID: string): { row: RunRow | null; waits: boolean } | null {
  const id = groupOf(run, nftokenID)
  return id === undefined ? null : { row: run.rows[id] ?? null, waits: run.queue.includes(id) }
}

/** What the latest run has bought. */
export function boughtIn(run: CartRun): CartPurchase[] {
  return Object.entries(run.groups).flatMap(([id, group]) =>
    run.rows[id]?.status === 'success' ? group : [],
  )
}

/** "Moon", or "4 works". */
export function groupTitle(group: readonly Pick<CartPurchase, 'name'>[]): string {
  const [only] = group
  return group.length === 1 && only !== undefined ? only.name : `${group.length} works`
}
