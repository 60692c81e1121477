import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { TradeIntent } from '#web/wallet/trade-wish.ts'
import { isMobile } from '#web/ui/use-mobile.ts'
import { hasKeys, type ItemStorage, createStoredValue } from '#web/ui/persisted.ts'

const referenceStorage = (storage: ItemStorage) =>
  createStoredValue(storage, 'opx_connect', hasKeys<SignReferences>('uuid', 'next', 'expiresAt'))

/**
 * Returns the storage for data of a pending sign-in: localStorage on phones, where the wallet app returns in a new tab;
 * otherwise the tab's storage.
 */
export const pendingStorage = (): ItemStorage =>
  isMobile(navigator.userAgent, false) ? localStorage : sessionStorage

/**
 * Returns the open sign-in; null if there is none. It survives a reload and switching to the wallet app. Removes it
 * once expired.
 */
export function loadPendingConnect(storage: ItemStorage, now: number): SignReferences | null {
  const references = referenceStorage(storage).read()
  if (references !== null && Date.parse(references.expiresAt) > now) return references
  referenceStorage(storage).remove()
  return null
}

export function savePendingConnect(storage: ItemStorage, references: SignReferences | null): void {
  if (references === null) referenceStorage(storage).remove()
  else referenceStorage(storage).write(references)
}

/** The action for which a visitor has started to sign in. */
interface PendingWish {
  nftokenID: string
  intent: TradeIntent
  /** Milliseconds of the Unix epoch. */
  at: number
}

/** Lifetime of the action: the maximum duration of a sign-in. */
const wishMs = 600_000

const storedWish = (storage: ItemStorage) =>
  createStoredValue(storage, 'opx_wish', hasKeys<PendingWish>('nftokenID', 'intent', 'at'))

export function saveWish(storage: ItemStorage, wish: PendingWish | null): void {
  if (wish === null) storedWish(storage).remove()
  else storedWish(storage).tryWrite(wish)
}

export function readWish(storage: ItemStorage, now: number): PendingWish | null {
  const wish = storedWish(storage).read()
  return wish !== null && now - wish.at < wishMs ? wish : null
}

/** Returns the pending action and removes it; null if there is none. */
export function takeWish(storage: ItemStorage, now: number): PendingWish | null {
  const wish = readWish(storage, now)
  storedWish(storage).remove()
  return wish
}
