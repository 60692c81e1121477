import { m } from '#web/messages.ts'
import { regionalLocale } from '#web/ui/regional-locale.ts'
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
  const time = new Date(at).toLocaleString(regionalLocale(), { dateStyle: 'medium', timeStyle: 'short' })
  announce({
    title: m.wallet_announce_sign_in_new_sign_account,
    text: m.wallet_announce_sign_in_account_signed_another_device({ time }),
    tone: 'bad',
    stays: true,
    action: { label: m.wallet_announce_sign_in_sign_out_everywhere, run: () => void signOutEverywhere() },
  })
}
