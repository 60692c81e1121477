import { t } from '#web/messages.ts'
import { provideCredentials } from '#web/api/credentials.ts'
import { announce } from '#web/ui/toasts.ts'
import { signInAgain } from './connect-prompt.ts'
import { costLimit, networkAnswered, networkBusy } from './network-prompt.ts'
import { currentSession, leave, onSession, restoreSession } from './session.ts'
import { tokenKey, walletKey } from './session-storage.ts'

const connectedSession = () => {
  const session = currentSession()
  return session.state === 'connected' ? session : null
}

const isCurrent = (token: string) => token === connectedSession()?.token

/**
 * Restores the stored session, synchronizes it between tabs (the wallet app may return in a new one), and provides the
 * credentials.
 */
export function startSession(): void {
  restoreSession()
  window.addEventListener('storage', ({ key }) => {
    if (key === tokenKey || key === walletKey || key === null) restoreSession()
  })
  provideCredentials({
    session: connectedSession,
    subscribe: onSession,
    refused: (token) => {
      if (!isCurrent(token)) return
      leave()
      announce({
        title: t('Your session has ended'),
        text: t('Connect your wallet again to continue.'),
      })
    },
    newerSignIn: (token, at) => {
      if (isCurrent(token))
        void import('./announce-sign-in.ts').then(({ announceSignIn }) => announceSignIn(at))
    },
    signInAgain,
    costLimit,
    networkBusy,
    networkAnswered,
  })
}
