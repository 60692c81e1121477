import { type WalletName, walletTable } from '#worker/contract/wallets.ts'
import { m } from '#web/messages.ts'
import { formatShortWait } from '#web/ui/durations.ts'
import { useNow } from '#web/ui/use-now.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import css from './sign-prompt.module.css'

/** The user compares this code with the wallet's. A request started by another person has a different code. */
export function SignInCode({ wallet, code }: { wallet: WalletName; code: string }) {
  const title = wallet === 'walletconnect' ? m.wallet_prompt_parts_your_wallet : walletTable[wallet].title
  return (
    <div className={css.compare}>
      <p id="sign-in-code" className={css.quiet}>
        {m.wallet_prompt_parts_shows_code_sign_if({ title })}
      </p>
      <p className={css.code} aria-describedby="sign-in-code">
        <span aria-hidden="true">{code}</span>
        <VisuallyHidden>
          {m.wallet_prompt_parts_code({ letters: [...code.replace('-', '')].join(' ') })}
        </VisuallyHidden>
      </p>
    </div>
  )
}

export function TimeLeft({ until }: { until: string }) {
  const left = Date.parse(until) - useNow(1000)
  return (
    <p className={css.time}>
      {left > 0
        ? m.wallet_prompt_parts_expires_in({ time: formatShortWait(left) })
        : m.wallet_prompt_parts_this_request_has_expired}
    </p>
  )
}
