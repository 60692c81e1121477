/** What makes an open offer a listing: it is addressed to the marketplace and large enough. */
export interface MarketRules {
  marketplace: string
  minimumDrops: bigint
}
