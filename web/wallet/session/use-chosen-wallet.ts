import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PageWallet, WalletName } from '#contract/rules/wallets.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { loadSigner } from '#web/wallet/signers/load-signer.ts'
import { currentSession } from './session.ts'

/** Browser extensions, and where to get them. */
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

/** True if the operator offers wallets by WalletConnect. */
export const useWalletConnect = (): boolean => useSettings().walletConnect !== null

/** The wallet that the connected account has signed in with. */
function currentWallet(): WalletName {
  const session = currentSession()
  return session.state === 'connected' ? session.wallet : 'xaman'
}

/**
 * The extensions in this browser, and the wallet to connect with: null until the visitor has chosen one, even where there is only Xaman,
 * because the platform counts its requests. An account that signs in again (`returningAccount`) uses the same one.
 */
export function useChosenWallet(returningAccount: string | null) {
  const { data } = useQuery({
    queryKey: ['installed-wallets'],
    queryFn: findInstalled,
    staleTime: 0,
    gcTime: 0,
  })
  const [pickedWallet, pick] = useState<WalletName | null>(null)
  return { installed: data ?? [], chosen: returningAccount === null ? pickedWallet : currentWallet(), pick }
}
