/** Conditions under which an open offer is a listing: it is addressed to the marketplace and large enough. */
export interface MarketRules {
  marketplace: string
  minimumDrops: bigint
}
