/**
 * Constants of the XRP Ledger under its own names, for server and client. Flags of transactions begin with `tf`, of
 * ledger entries with `lsf`, of AccountSet with `asf`. The local ledger in `local-ledger` has its own definitions on
 * purpose.
 */

/** Seconds from the Unix epoch to the ledger's, 2000-01-01T00:00:00Z. Source: xrpl.org "Specifying Time". */
export const rippleEpochSeconds = 946_684_800

export function rippleTimeToDate(seconds: number): Date {
  return new Date((seconds + rippleEpochSeconds) * 1000)
}

export function dateToRippleTime(date: Date): number {
  return Math.floor(date.getTime() / 1000) - rippleEpochSeconds
}

/** A classic address; its checksum is checked by `worker/ledger/addresses.ts`. Source: xrpl.org "Addresses". */
export const classicAddressPattern = /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/
/** A classic address or an X-address. */
export const accountPattern = /^(r[1-9A-HJ-NP-Za-km-z]{24,34}|X[1-9A-HJ-NP-Za-km-z]{41,})$/

/** The account that holds all XRP of a new network. Source: xrpl.org "Special Addresses". */
export const genesisAccount = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'

/** Makes an NFTokenCreateOffer a sell offer. Source: xrpl.org "NFTokenCreateOffer". */
export const tfSellNFToken = 1
/** The same flag in the resulting offer. Source: xrpl.org "NFTokenOffer". */
export const lsfSellNFToken = 1

/** Flags of NFTokenMint, which become part of the NFTokenID. Source: XLS-20, XLS-46 (mutable). */
export const nftokenFlags = { burnable: 1, onlyXRP: 2, trustLine: 4, transferable: 8, mutable: 16 } as const

/** Valid on any transaction: set by wallets, without effect. Source: xrpl.org "Global Flags". */
export const tfFullyCanonicalSig = 0x8000_0000
/** Payments of other accounts cannot ripple through this trust line. Source: xrpl.org "TrustSet". */
export const tfSetNoRipple = 0x0002_0000
export const tfSetFreeze = 0x0010_0000
export const tfClearFreeze = 0x0020_0000
/** Lets the account named in NFTokenMinter mint. Source: xrpl.org "AccountSet". */
export const asfAuthorizedNFTokenMinter = 10
/** The master key no longer signs. The account needs another key. Source: xrpl.org "AccountSet". */
export const asfDisableMaster = 4

/**
 * The flag on each inner transaction of a Batch, and two modes: all inner transactions succeed or none does, or each
 * one independently. Source: XLS-56.
 */
export const tfInnerBatchTxn = 0x4000_0000
export const tfAllOrNothing = 0x0001_0000
export const tfIndependent = 0x0008_0000

/** Flags of AccountRoot. Source: xrpl.org "AccountRoot". */
export const lsfDisableMaster = 0x0010_0000
export const lsfRequireAuth = 0x0004_0000
/** Payments to the account need a destination tag. */
export const lsfRequireDestTag = 0x0002_0000
/** The account refuses NFT offers: nobody can offer it an NFT, or bid on one that it owns. */
export const lsfDisallowIncomingNFTokenOffer = 0x0400_0000
/** Only accounts that this account has authorized can pay it. */
export const lsfDepositAuth = 0x0100_0000
export const lsfGlobalFreeze = 0x0040_0000

/** Flags of RippleState. Source: xrpl.org "RippleState". */
export const lsfLowAuth = 0x0004_0000
export const lsfHighAuth = 0x0008_0000
export const lsfLowFreeze = 0x0040_0000
export const lsfHighFreeze = 0x0080_0000
export const lsfLowDeepFreeze = 0x0200_0000
export const lsfHighDeepFreeze = 0x0400_0000

/** TransferRate of an issuer that charges no fee. Source: xrpl.org "Transfer Fees". */
export const noTransferFee = 1_000_000_000

/**
 * WebSocket URLs of public servers with full history, run by different operators where possible. Source: xrpl.org
 * "Public Servers".
 */
export const publicNodes = {
  mainnet: ['wss://xrplcluster.com', 'wss://s2.ripple.com'],
  testnet: ['wss://s.altnet.rippletest.net:51233', 'wss://clio.altnet.rippletest.net:51233'],
  devnet: ['wss://s.devnet.rippletest.net:51233', 'wss://clio.devnet.rippletest.net:51233'],
  local: [],
} as const
