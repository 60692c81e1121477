import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { ApiError, sentenceOf } from '#web/api/error.ts'
import { announce } from '#web/ui/toasts.ts'
import { requestsKey } from '#web/wallet/requests/requests-key.ts'
import { currentSession, leave } from './session.ts'

/** Ends all sessions of the account, including the one in this browser. */
export async function signOutEverywhere(): Promise<void> {
  try {
    await call('signOut', { body: { everywhere: true } })
    const session = currentSession()
    leave()
    if (session.state === 'connected') localStorage.removeItem(requestsKey(session.account))
    announce({ title: t('You are signed out on all devices'), tone: 'good' })
  } catch (error) {
    // The session had already ended, which was announced.
    if (error instanceof ApiError && error.status === 401) return
    announce({
      title: t('You are still signed in'),
      text: sentenceOf(error),
      tone: 'bad',
      stays: true,
      action: { label: t('Try Again'), run: () => void signOutEverywhere() },
    })
  }
}
