/**
 * The wallets that may sign. The server sends requests to Xaman's platform. The page asks the other wallets and sends their
 * signatures to the server.
 */
export const wallets = ['xaman', 'gemwallet', 'crossmark', 'walletconnect'] as const
export type WalletName = (typeof wallets)[number]

/** A wallet that the page asks. */
export type PageWallet = Exclude<WalletName, 'xaman'>

interface Wallet {
  /** The wallet's own name. */
  title: string
  /** Signs several transactions at once (XLS-56, Batch). */
  batch: boolean
  /** Signs its part of a Batch that another account submits. */
  part: boolean
  /** The form of its sign-in: a text, or, if the wallet does not sign texts, a transaction that can never be valid. */
  signsIn: 'platform' | 'message' | 'transaction'
}

/** Capabilities of each wallet. */
export const walletTable: Record<WalletName, Wallet> = {
  xaman: { title: 'Xaman', batch: true, part: true, signsIn: 'platform' },
  gemwallet: { title: 'GemWallet', batch: false, part: false, signsIn: 'message' },
  // The wallet's documentation does not say which bytes it signs for a text.
  crossmark: { title: 'Crossmark', batch: false, part: false, signsIn: 'transaction' },
  // The methods of its XRPL namespace sign transactions only.
  walletconnect: { title: 'WalletConnect', batch: false, part: false, signsIn: 'transaction' },
}

export const isPageWallet = (wallet: WalletName): wallet is PageWallet => wallet !== 'xaman'
