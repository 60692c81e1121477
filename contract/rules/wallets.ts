/**
 * The supported wallets. The server sends requests to Xaman's platform. The page calls the other wallets, and sends
 * their signatures to the server.
 */
export const wallets = ['xaman', 'gemwallet', 'crossmark', 'walletconnect'] as const
export type WalletName = (typeof wallets)[number]

/** A wallet that the page calls. */
export type PageWallet = Exclude<WalletName, 'xaman'>

interface Wallet {
  /** The wallet's display name. */
  title: string
  /** True if the wallet signs several transactions at once (XLS-56, Batch). */
  batch: boolean
  /** True if the wallet signs its part of a Batch that another account submits. */
  part: boolean
  /** Method of signing in: with a text, or, if it does not sign texts, with a transaction that can never be valid. */
  signsIn: 'platform' | 'message' | 'transaction'
}

/** Capabilities of each wallet. */
export const walletTable: Record<WalletName, Wallet> = {
  xaman: { title: 'Xaman', batch: true, part: true, signsIn: 'platform' },
  gemwallet: { title: 'GemWallet', batch: false, part: false, signsIn: 'message' },
  // The wallet's documentation does not say which bytes it signs for a text.
  crossmark: { title: 'Crossmark', batch: false, part: false, signsIn: 'transaction' },
  // WalletConnect's XRPL methods sign transactions only.
  walletconnect: { title: 'WalletConnect', batch: false, part: false, signsIn: 'transaction' },
}

export const isPageWallet = (wallet: WalletName): wallet is PageWallet => wallet !== 'xaman'
