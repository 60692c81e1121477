import * as v from 'valibot'
import { Amount, Drops } from './amounts.ts'
import { CardMetadata, NFTokenID } from './nfts.ts'
import { Media } from './media.ts'

/** Maximum number of works, and of sales, in one reply: the newest ones. */
export const maxPortfolioRows = 1000
/** Maximum number of works, and of sales, in totals. Collectors have fewer. */
export const maxCounted = 5000

/** How an account acquired a work. `exchanged` is a swap, whose price in XRP is not the cost of the work. */
export const acquisitions = ['bought', 'minted', 'gift', 'exchanged', 'unknown'] as const

const Work = v.object({
  nftokenID: NFTokenID,
  name: v.string(),
  image: v.nullable(Media),
  metadata: CardMetadata,
  collectionId: v.nullable(v.string()),
  collectionName: v.nullable(v.string()),
})

/** A work that the account holds. Amounts are drops of XRP; null where they are unknown, or in another currency. */
export const PortfolioWork = v.object({
  ...Work.entries,
  acquired: v.picklist(acquisitions),
  /** Time and transaction; null before the index began. */
  acquiredAt: v.nullable(v.string()),
  txid: v.nullable(v.string()),
  /** The amount that the account paid, including the marketplace fee: 0 for a gift, null if it is unknown. */
  cost: v.nullable(Amount),
  lastSaleDrops: v.nullable(Drops),
  lastSaleAt: v.nullable(v.string()),
  /** The floor of the work's collection. */
  floorDrops: v.nullable(Drops),
})
export type PortfolioWork = v.InferOutput<typeof PortfolioWork>

/** A sale of the account, in XRP. */
export const PortfolioSale = v.object({
  nftokenID: NFTokenID,
  name: v.string(),
  at: v.string(),
  txid: v.string(),
  acquired: v.picklist(acquisitions),
  /** The amount that the account received: the price minus marketplace fee and royalty. */
  proceedsDrops: Drops,
  costDrops: v.nullable(Drops),
})
export type PortfolioSale = v.InferOutput<typeof PortfolioSale>

export const PortfolioReply = v.object({
  /** When the index began; null before its first ledger. Nothing earlier is in the index. */
  since: v.nullable(v.string()),
  works: v.array(PortfolioWork),
  worksCount: v.number(),
  sales: v.array(PortfolioSale),
  salesCount: v.number(),
  /** Value of all works at the floors of their collections. */
  floorDrops: Drops,
  /** Works with a known cost and a floor: their cost, and their value. */
  known: v.object({ works: v.number(), costDrops: Drops, floorDrops: Drops }),
  /** Sales with a known cost: the proceeds, and the cost of the works. */
  realised: v.object({ sales: v.number(), proceedsDrops: Drops, costDrops: Drops }),
  /** Value at the floors, at the end of each of the last 53 weeks since the index began. */
  weeks: v.array(v.object({ day: v.string(), drops: Drops, works: v.number() })),
})
export type PortfolioReply = v.InferOutput<typeof PortfolioReply>
