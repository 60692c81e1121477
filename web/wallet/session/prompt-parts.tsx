import { type WalletName, walletTable } from '#contract/rules/wallets.ts'
import { t } from '#web/messages.ts'
import { formatShortWait } from '#web/ui/durations.ts'
import { useNow } from '#web/ui/use-now.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import css from './sign-prompt.module.css'

/** A code that the user compares with the one in the wallet. A request started by someone else has a different code. */
export function SignInCode({ wallet, code }: { wallet: WalletName; code: string }) {
  const title = wallet === 'walletconnect' ? t('Your wallet') : walletTable[wallet].title
  return (
    <div className={css.compare}>
      <p id="sign-in-code" className={css.quiet}>
        {t('{title} shows this code. Sign only if it is the same.', { title })}
      </p>
      <p className={css.code} aria-describedby="sign-in-code">
        <span aria-hidden="true">{code}</span>
        <VisuallyHidden>
          {t('Code: {letters}', { letters: [...code.replace('-', '')].join(' ') })}
        </VisuallyHidden>
      </p>
    </div>
  )
}

export function TimeLeft({ until }: { until: string }) {
  const msLeft = Date.parse(until) - useNow(1000)
  return (
    <p className={css.time}>
      {msLeft > 0
        ? t('Expires in {time}', { time: formatShortWait(msLeft) })
        : t('This request has expired ...')}
    </p>
  )
}
