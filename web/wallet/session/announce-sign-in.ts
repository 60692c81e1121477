import { t } from '#web/messages.ts'
import { regionalLocale } from '#web/ui/regional-locale.ts'
import { announce } from '#web/ui/toasts.ts'
import { currentPrompt } from './connect-prompt.ts'
import { announcedKey } from './session-storage.ts'
import { signOutEverywhere } from './sign-out-everywhere.ts'

/** Announces once in this browser that the account has signed in elsewhere; `at` is ISO 8601. */
export function announceSignIn(at: string): void {
  // The sign-in may be the one open in this tab. Otherwise the next request announces it.
  if (currentPrompt() !== 'closed') return
  if (at <= (localStorage.getItem(announcedKey) ?? '')) return
  localStorage.setItem(announcedKey, at)
  const time = new Date(at).toLocaleString(regionalLocale(), { dateStyle: 'medium', timeStyle: 'short' })
  announce({
    title: t('New sign-in to your account'),
    text: t(
      'Your account was signed in on another device or browser on {time}. If that was not you, end all sessions.',
      { time },
    ),
    tone: 'bad',
    stays: true,
    action: { label: t('Sign out everywhere'), run: () => void signOutEverywhere() },
  })
}
