/**
 * The wallets that may sign. Xaman's platform gets requests from the server; the others are asked by the page, and the page hands in
 * what they have signed.
 */
export const wallets = ['xaman', 'gemwallet', 'crossmark', 'walletconnect'] as const
export type WalletName = (typeof wallets)[number]

/** A wallet that the page asks. */
export type PageWallet = Exclude<WalletName, 'xaman'>

interface Wallet {
  /** As it calls itself. */
  title: string
  /** Signs several transactions at once (XLS-56, Batch). */
  batch: boolean
  /** Signs its part of a Batch that another account submits. */
  part: boolean
  /** The form of its sign-in: a text, or a transaction that can never be valid if the wallet signs no texts. */
  signsIn: 'platform' | 'message' | 'transaction'
}

/** Capabilities of each wallet. */
export const walletTable: Record<WalletName, Wallet> = {
  xaman: { title: 'Xaman', batch: true, part: true, signsIn: 'platform' },
  gemwallet: { title: 'GemWallet', batch: false, part: false, signsIn: 'message' },
  // It is not documented which bytes the wallet signs for a text.
  crossmark: { title: 'Crossmark', batch: false, part: false, signsIn: 'transaction' },
  // The methods of its XRPL namespace sign transactions only.
  walletconnect: { title: 'WalletConnect', batch: false, part: false, signsIn: 'transaction' },
}

export const isPageWallet = (wallet: WalletName): wallet is PageWallet => wallet !== 'xaman'
