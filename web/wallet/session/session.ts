import { useSyncExternalStore } from 'react'
import { call } from '#web/api/call.ts'
import { provideCredentials } from '#web/api/credentials.ts'
import { ApiError } from '#web/api/error.ts'
import { announce } from '#web/ui/toasts.ts'
import { signInAgain } from './connect-prompt.ts'
import {
  clearSession,
  loadSession,
  saveSession,
  tokenKey,
  type WalletInfo,
  walletKey,
} from './session-storage.ts'

export type Session =
  | { state: 'loading' }
  | { state: 'visitor' }
  | { state: 'connected'; account: string; userToken: string | null; jwt: string }

let session: Session = { state: 'loading' }
const listeners = new Set<() => void>()

function set(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

function fromInfo(info: WalletInfo | null): Session {
  if (info === null) return { state: 'visitor' }
  return { state: 'connected', account: info.account, userToken: info.user_token, jwt: info.jwt_token }
}

/** Restores what is saved, and follows other tabs: the wallet app may come back in a new one. */
export function startSession(): void {
  const restore = () => set(fromInfo(loadSession(localStorage, Date.now())))
  restore()
  window.addEventListener('storage', (event) => {
    if (event.key === tokenKey || event.key === walletKey || event.key === null) restore()
  })
  provideCredentials({
    token: () => (session.state === 'connected' ? session.jwt : null),
    refused: (token) => {
      if (!isCurrent(token)) return
      leave()
      announce({ title: 'Your session has ended', text: 'Connect your wallet again to go on.' })
    },
    newerSignIn: (token, at) => {
      if (isCurrent(token)) void import('./tell-sign-in.ts').then(({ tellSignIn }) => tellSignIn(at))
    },
    signInAgain,
  })
}

const isCurrent = (token: string) => session.state === 'connected' && session.jwt === token

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
  const { jwt } = session
  leave()
  call('signOut', { body: {} }, { token: jwt, keepalive: true }).catch((error: unknown) => {
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
