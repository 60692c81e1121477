// Flags of ledger entries. Source: xrpl.org, the "Flags" section of each ledger entry type.

export const accountFlag = {
  passwordSpent: 0x00010000,
  requireDestTag: 0x00020000,
  requireAuth: 0x00040000,
  disallowXrp: 0x00080000,
  disableMaster: 0x00100000,
  noFreeze: 0x00200000,
  globalFreeze: 0x00400000,
  defaultRipple: 0x00800000,
  depositAuth: 0x01000000,
  amm: 0x02000000,
  disallowIncomingNFTokenOffer: 0x04000000,
  disallowIncomingCheck: 0x08000000,
  disallowIncomingPayChan: 0x10000000,
  disallowIncomingTrustline: 0x20000000,
  allowTrustLineLocking: 0x40000000,
  allowTrustLineClawback: 0x80000000,
} as const

export const lineFlag = {
  lowReserve: 0x00010000,
  highReserve: 0x00020000,
  lowAuth: 0x00040000,
  highAuth: 0x00080000,
  lowNoRipple: 0x00100000,
  highNoRipple: 0x00200000,
  lowFreeze: 0x00400000,
  highFreeze: 0x00800000,
  ammNode: 0x01000000,
  lowDeepFreeze: 0x02000000,
  highDeepFreeze: 0x04000000,
} as const

export const directoryFlag = { nftBuyOffers: 0x1, nftSellOffers: 0x2 } as const
export const offerFlag = { sell: 0x1 } as const
export const signerListFlag = { oneOwnerCount: 0x00010000 } as const

/** Tests bits of unsigned 32-bit flags. */
export const hasFlag = (entry: { Flags?: number | undefined }, flag: number): boolean =>
  ((entry.Flags ?? 0) & flag) !== 0
export const withFlag = (flags: number, flag: number): number => (flags | flag) >>> 0
export const withoutFlag = (flags: number, flag: number): number => (flags & ~flag) >>> 0
