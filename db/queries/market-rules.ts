/** What makes an open offer a listing: it is addressed to the marketplace and large enough. */
export interface MarketRules {
  marketplace: string
  minimumDrops: bigint
}

/** The rules as a part of a query's shape. */
export const shapeOf = ({ marketplace, minimumDrops }: MarketRules) => `${marketplace} ${minimumDrops}`
