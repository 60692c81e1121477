import type { CartItem } from '#contract/schemas/cart.ts'
import { t } from '#web/messages.ts'
import { hasKeys } from '#web/ui/persisted.ts'
import { createPersistedStore } from '#web/ui/persisted-store.ts'
import { createStore, useStore } from '#web/ui/store.ts'
import { announce } from '#web/ui/toasts.ts'

/** Must equal the server's limit. Duplicated, because the bundle does not include the server's schemas. */
export const maxInCart = 50

/** A work in the cart, as the user saw it when adding it or when last accepting a price. */
export interface CartWork extends CartItem {
  name: string
}

const isWork = hasKeys<CartWork>('nftokenID', 'sellOfferIndex', 'expectedAmount', 'name')
const isCart = (value: unknown): value is readonly CartWork[] => Array.isArray(value) && value.every(isWork)

/** The cart is stored per browser, not per account, because visitors can use it without a wallet. */
const cart = createPersistedStore<readonly CartWork[]>('opx_cart', isCart, [])

export const useCart = (): readonly CartWork[] => useStore(cart)

/** Stores the cart. Returns false if the browser cannot store it. */
function keep(works: readonly CartWork[]): boolean {
  try {
    cart.set(works)
    return true
  } catch {
    announce({
      title: t('The cart could not be saved'),
      text: t("This browser's storage is full or blocked."),
      tone: 'bad',
    })
    return false
  }
}

/**
 * Adds works to the cart, up to its limit. Works already in the cart stay unchanged. Returns the number of added works.
 */
export function addToCart(works: readonly CartWork[]): number {
  const items = cart.get()
  const fresh = works.filter(({ nftokenID }) => items.every((work) => work.nftokenID !== nftokenID))
  const room = fresh.slice(0, maxInCart - items.length)
  const newWorks = room.length > 0 && keep([...items, ...room]) ? room : []
  if (room.length < fresh.length)
    announce({
      title: t('Your cart is full'),
      text: t('The cart can hold {maxInCart} works. Buy or remove some of them first.', { maxInCart }),
      tone: 'bad',
    })
  return newWorks.length
}

export function removeFromCart(nftokenIDs: readonly string[]): void {
  const items = cart.get().filter(({ nftokenID }) => !nftokenIDs.includes(nftokenID))
  if (items.length < cart.get().length) keep(items)
}

export function changeInCart(nftokenIDs: readonly string[], changes: Partial<CartWork>): void {
  keep(cart.get().map((work) => (nftokenIDs.includes(work.nftokenID) ? { ...work, ...changes } : work)))
}

const panel = createStore(false)

/** Opens or closes the drawer. */
export const showCart = (open: boolean): void => panel.set(open)

export const useCartShown = (): boolean => useStore(panel)
