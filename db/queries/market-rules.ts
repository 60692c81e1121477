/** What makes an open offer a listing: it is addressed to the marketplace and not too small. */
export interface MarketRules {
  /** The account of the marketplace. */
  marketplace: string
  minimumDrops: bigint
}
