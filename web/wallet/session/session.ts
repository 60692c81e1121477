import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import type { WalletName } from '#contract/rules/wallets.ts'
import { ApiError } from '#web/api/error.ts'
import { createStore, useStore } from '#web/ui/store.ts'
import { announce } from '#web/ui/toasts.ts'
import { requestsKey } from '#web/wallet/requests/requests-key.ts'
import { clearSession, loadSession, saveSession, type WalletInfo } from './session-storage.ts'

export type Session =
  | { state: 'loading' }
  | { state: 'visitor' }
  | { state: 'connected'; account: string; userToken: string | null; token: string; wallet: WalletName }

const store = createStore<Session>({ state: 'loading' })

function fromInfo(info: WalletInfo | null): Session {
  if (info === null) return { state: 'visitor' }
  const { account, user_token: userToken, jwt_token: token, wallet = 'xaman' } = info
  return { state: 'connected', account, userToken, token, wallet }
}

/** Restores the session stored in this browser. */
export function restoreSession(): void {
  store.set(fromInfo(loadSession(localStorage, Date.now())))
}

/** Stores a new session. Returns false and changes nothing if the token cannot be decoded. */
export function connect(info: WalletInfo): boolean {
  if (!saveSession(localStorage, info, Date.now())) return false
  store.set(fromInfo(info))
  return true
}

/** Clears the session in this browser only. */
export function leave(): void {
  clearSession(localStorage)
  store.set({ state: 'visitor' })
}

/** Signs out, immediately in this browser and also on the server. */
export function disconnect(): void {
  const session = store.get()
  if (session.state !== 'connected') return
  const { token, account } = session
  leave()
  localStorage.removeItem(requestsKey(account))
  call('signOut', { body: {} }, { token, keepalive: true }).catch((error: unknown) => {
    // The session had already ended.
    if (error instanceof ApiError && error.status === 401) return
    announce({
      title: t('Disconnected in this browser only'),
      text: t(
        'The server could not be reached. Connect again and choose “Sign out everywhere” to end the session there, too.',
      ),
      tone: 'bad',
      stays: true,
    })
  })
}

/** Returns the current session, for code outside of rendering. */
export const currentSession = (): Session => store.get()

/** Calls the listener when the session changes; returns an unsubscribe function. */
export const onSession = store.subscribe

export const useSession = (): Session => useStore(store)

/** Returns the connected account; null for a visitor. */
export function useAccount(): string | null {
  const current = useSession()
  return current.state === 'connected' ? current.account : null
}
