import type { PageWallet } from '#worker/contract/wallets.ts'
import { type PageSigner, WalletProblem } from './port.ts'

/** The code of a wallet is loaded when it is asked. */
const adapters: Record<string, () => Promise<{ signer: PageSigner }>> = {
  gemwallet: () => import('./gemwallet.ts'),
  crossmark: () => import('./crossmark.ts'),
}

export async function loadSigner(wallet: PageWallet): Promise<PageSigner> {
  const load = adapters[wallet]
  if (load === undefined) throw new WalletProblem('missing')
  const { signer } = await load()
  return signer
}
