import type { WalletName } from '#contract/rules/wallets.ts'
import { hasKeys, type ItemStorage } from '#web/ui/persisted.ts'
import { readItem, writeItem } from './stored-item.ts'
import { decodeToken } from './token.ts'

/** The stored wallet session. */
export interface WalletInfo {
  account: string
  user_token: string | null
  jwt_token: string
  /** The wallet that signed in; Xaman if absent. */
  wallet?: WalletName
}

export const tokenKey = 'jwt_token'
export const walletKey = 'xumm_wallet_info'
/** Key of the time (ISO 8601) of the latest sign-in elsewhere that this browser has announced. */
export const announcedKey = 'opx_sign_in_told'

const hasFields = hasKeys<WalletInfo>('account', 'jwt_token', 'user_token')

const isWalletInfo = (value: unknown): value is WalletInfo =>
  hasFields(value) &&
  typeof value.account === 'string' &&
  typeof value.jwt_token === 'string' &&
  (value.user_token === null || typeof value.user_token === 'string')

/** Returns the saved session; null if it is absent or expired, or its token cannot be decoded. */
export function loadSession(storage: ItemStorage, now: number): WalletInfo | null {
  const token = readItem(storage, tokenKey, now)
  const info = readItem(storage, walletKey, now)
  if (!isWalletInfo(info) || token !== info.jwt_token) return null
  return decodeToken(info.jwt_token) === null ? null : info
}

/** Saves a new session for (exp - iat) from now. Returns false and saves nothing if the token cannot be decoded. */
export function saveSession(storage: ItemStorage, info: WalletInfo, now: number): boolean {
  const claims = decodeToken(info.jwt_token)
  if (claims === null) return false
  const lifetimeMs = (claims.exp - claims.iat) * 1000
  writeItem(storage, tokenKey, info.jwt_token, lifetimeMs, now)
  writeItem(storage, walletKey, info, lifetimeMs, now)
  return true
}

export function clearSession(storage: ItemStorage): void {
  storage.removeItem(tokenKey)
  storage.removeItem(walletKey)
  storage.removeItem(announcedKey)
}
