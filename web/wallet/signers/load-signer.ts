import type { PageWallet } from '#contract/rules/wallets.ts'
import { type PageSigner, WalletProblem } from './port.ts'

/** Adapters of the browser wallets, each loaded on its first use. */
const adapters: Record<PageWallet, () => Promise<{ signer: PageSigner }>> = {
  gemwallet: () => import('./gemwallet.ts'),
  crossmark: () => import('./crossmark.ts'),
  walletconnect: () =>
    import.meta.env.WALLETCONNECT
      ? import('./walletconnect.ts')
      : Promise.reject(new WalletProblem('missing')),
}

export async function loadSigner(wallet: PageWallet): Promise<PageSigner> {
  const { signer } = await adapters[wallet]()
  return signer
}
