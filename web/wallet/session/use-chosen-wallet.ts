import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PageWallet, WalletName } from '#contract/rules/wallets.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { loadSigner } from '#web/wallet/signers/load-signer.ts'
import { currentSession } from './session.ts'

/** Browser extensions and their download pages. */
export const extensions: { wallet: PageWallet; href: string }[] = [
  { wallet: 'gemwallet', href: 'https://gemwallet.app/' },
  { wallet: 'crossmark', href: 'https://crossmark.io/' },
]

async function findInstalled(): Promise<PageWallet[]> {
  const results = await Promise.all(
    extensions.map(async ({ wallet }) => ((await (await loadSigner(wallet)).isInstalled()) ? [wallet] : [])),
  )
  return results.flat()
}

/** Returns true if the operator offers wallets through WalletConnect, and the build has its client. */
export function useWalletConnect(): boolean {
  const { walletConnect } = useSettings()
  return import.meta.env.WALLETCONNECT && walletConnect !== null
}

/** Returns the wallet with which the connected account has signed in. */
function currentWallet(): WalletName {
  const session = currentSession()
  return session.state === 'connected' ? session.wallet : 'xaman'
}

/**
 * Returns the installed extensions and the selected wallet. The wallet is null until the visitor selects one, even if
 * Xaman is the only one, because the Xaman platform counts requests. An account that signs in again
 * (`returningAccount`) uses its current wallet.
 */
export function useChosenWallet(returningAccount: string | null) {
  const { data } = useQuery({
    queryKey: ['installed-wallets'],
    queryFn: findInstalled,
    staleTime: 0,
    gcTime: 0,
  })
  const [pickedWallet, pick] = useState<WalletName | null>(null)
  return {
    installed: data ?? [],
    chosenWallet: returningAccount === null ? pickedWallet : currentWallet(),
    pick,
  }
}
