import type { WalletName } from '#contract/rules/wallets.ts'

/** Passes a request to the browser's wallet, and reads the request's state when the wallet has answered. */
export async function takeToWallet(
  uuid: string,
  wallet: WalletName,
  readState: () => Promise<unknown>,
): Promise<void> {
  const { askWallet } = await import('./ask-wallet.ts')
  await askWallet(uuid, wallet)
  await readState()
}

/** Ends a request to the browser's wallet. */
export async function cancelInWallet(uuid: string): Promise<void> {
  const { cancelRequest } = await import('./ask-wallet.ts')
  await cancelRequest(uuid)
}
