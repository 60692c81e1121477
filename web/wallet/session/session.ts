import { useSyncExternalStore } from 'react'
import { call } from '#web/api/call.ts'
import { ApiError } from '#web/api/error.ts'
import { announce } from '#web/ui/toasts.ts'
import { clearSession, loadSession, saveSession, type WalletInfo } from './session-storage.ts'

export type Session =
  | { state: 'loading' }
  | { state: 'visitor' }
  | { state: 'connected'; account: string; userToken: string | null; token: string }

/** The account that signs, and its push token where Xaman has issued one. */
export interface Signer {
  account: string
  userToken: string | null
}

let session: Session = { state: 'loading' }
const listeners = new Set<() => void>()

function set(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

function fromInfo(info: WalletInfo | null): Session {
  if (info === null) return { state: 'visitor' }
  return { state: 'connected', account: info.account, userToken: info.user_token, token: info.jwt_token }
}

/** Restores the session that this browser stores. */
export function restoreSession(): void {
  set(fromInfo(loadSession(localStorage, Date.now())))
}

/** False when the token is not one: then nothing changes. */
export function connect(info: WalletInfo): boolean {
  if (!saveSession(localStorage, info, Date.now())) return false
  set(fromInfo(info))
  return true
}

/** Clears the session in this browser; the server is not told. */
export function leave(): void {
  clearSession(localStorage)
  set({ state: 'visitor' })
}

/** Signs out: here at once, and on the server. */
export function disconnect(): void {
  if (session.state !== 'connected') return
  const { token } = session
  leave()
  call('signOut', { body: {} }, { token, keepalive: true }).catch((error: unknown) => {
    // It had ended before.
    if (error instanceof ApiError && error.status === 401) return
    announce({
      title: 'Disconnected in this browser only',
      text: 'The server could not be told. Connect again and choose “Sign out everywhere” to end the session there, too.',
      tone: 'bad',
      stays: true,
    })
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session at this moment, for what runs outside of rendering. */
export const currentSession = (): Session => session

export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session)
}

/** The connected account, or null. */
export function useAccount(): string | null {
  const current = useSession()
  return current.state === 'connected' ? current.account : null
}
