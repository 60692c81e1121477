import { announce } from '#web/ui/toasts.ts'
import { currentPrompt } from './connect-prompt.ts'
import { announcedKey } from './session-storage.ts'
import { signOutEverywhere } from './sign-out-everywhere.ts'

/** Announces once in this browser that the account has signed in elsewhere; `at` is ISO 8601. */
export function announceSignIn(at: string): void {
  // It may be the sign-in that is open in this tab. If not, the next request announces it.
  if (currentPrompt() !== 'closed') return
  if (at <= (localStorage.getItem(announcedKey) ?? '')) return
  localStorage.setItem(announcedKey, at)
  const time = new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  announce({
    title: 'New sign-in to your account',
    text: `Your account was signed in on another device or browser on ${time}. If that was not you, end all sessions.`,
    tone: 'bad',
    stays: true,
    action: { label: 'Sign out everywhere', run: () => void signOutEverywhere() },
  })
}
