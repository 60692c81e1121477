import { provideCredentials } from '#web/api/credentials.ts'
import { announce } from '#web/ui/toasts.ts'
import { signInAgain } from './connect-prompt.ts'
import { currentSession, leave, restoreSession } from './session.ts'
import { tokenKey, walletKey } from './session-storage.ts'

const currentToken = (): string | null => {
  const session = currentSession()
  return session.state === 'connected' ? session.jwt : null
}

/** Restores the stored session, follows other tabs (the wallet app may return in a new one) and serves `web/api`. */
export function startSession(): void {
  restoreSession()
  window.addEventListener('storage', ({ key }) => {
    if (key === tokenKey || key === walletKey || key === null) restoreSession()
  })
  provideCredentials({
    token: currentToken,
    refused: (token) => {
      if (token !== currentToken()) return
      leave()
      announce({ title: 'Your session has ended', text: 'Connect your wallet again to go on.' })
    },
    newerSignIn: (token, at) => {
      if (token === currentToken()) void import('./tell-sign-in.ts').then(({ tellSignIn }) => tellSignIn(at))
    },
    signInAgain,
  })
}
