import { lazy, Suspense } from 'react'
import { shortenAddress } from '#worker/contract/accounts.ts'
import { Button } from '#web/ui/button.tsx'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import css from './wallet-button.module.css'

const AvatarMenu = lazy(async () => ({ default: (await import('./avatar-menu.tsx')).AvatarMenu }))
const preload = () => void import('#web/wallet/session/connect-dialog.tsx')

export function WalletButton() {
  const account = useAccount()
  if (account === null) {
    return (
      <Button onClick={() => openConnect()} onPointerEnter={preload} onFocus={preload}>
        Connect Wallet
      </Button>
    )
  }
  return (
    <Suspense fallback={<span className={css.place}>{shortenAddress(account)}</span>}>
      <AvatarMenu account={account} />
    </Suspense>
  )
}
