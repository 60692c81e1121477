import { type ComponentType, Suspense } from 'react'
import { shortenAddress } from '#contract/rules/accounts.ts'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import iconButton from '#web/ui/icon-button.module.css'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import css from './wallet-button.module.css'

const preload = () => void import('#web/wallet/session/connect-dialog.tsx')

/** Lets a visitor connect a wallet. For a connected account, `Tools` replaces the button once its code is loaded. */
export function WalletButton({ Tools }: { Tools: ComponentType<{ account: string }> }) {
  const account = useAccount()
  if (account === null) {
    return (
      <Button onClick={() => openConnect()} onPointerEnter={preload} onFocus={preload}>
        {t('Connect Wallet')}
      </Button>
    )
  }
  return (
    <Suspense
      fallback={
        <>
          <span className={iconButton.button} />
          <span className={css.place}>{shortenAddress(account)}</span>
        </>
      }
    >
      <Tools account={account} />
    </Suspense>
  )
}
