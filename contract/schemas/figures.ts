import * as v from 'valibot'
import { figureRangeNames, salesWindowNames } from '#contract/rules/list-addresses.ts'
import { CollectionId, Flag, next, page } from './lists.ts'
import { Media } from './media.ts'
import { NFTokenID, TransactionHash } from './nfts.ts'
import { peopleField } from './people.ts'
import { SaleMark } from './sale-marks.ts'

/** A sale in XRP. */
export const SaleView = v.object({
  txid: TransactionHash,
  nft: NFTokenID,
  name: v.string(),
  /** Rarity rank within the collection; null while it is unknown. */
  rank: v.nullable(v.number()),
  seller: v.string(),
  buyer: v.string(),
  drops: v.string(),
  /** Close time of the ledger, in ISO 8601. */
  at: v.string(),
  /** Reasons why the sale proves no price; empty for ordinary sales. */
  marks: v.array(SaleMark),
})
export type SaleView = v.InferOutput<typeof SaleView>

export const FiguresQuery = v.object({
  id: CollectionId,
  range: v.optional(v.picklist(figureRangeNames), '90'),
  /** Includes the sales that look like wash trades. */
  marked: Flag,
})
export type FiguresQuery = v.InferOutput<typeof FiguresQuery>

/** Sales of a day (UTC), and the last floor of that day. Days without sales and floor are omitted. */
export const FigureDay = v.object({
  day: v.pipe(v.string(), v.isoDate()),
  sales: v.number(),
  volumeDrops: v.string(),
  /** Null when nothing was listed. */
  floorDrops: v.nullable(v.string()),
  /** True if the floor changed on this day. Otherwise the floor of an earlier day still holds. */
  hasFloor: v.boolean(),
})
export type FigureDay = v.InferOutput<typeof FigureDay>

/**
 * Number of accounts that took part in these sales, and of those whose funder is unknown. For the latter, the rule
 * about funders does not apply.
 */
const Funders = v.object({ accounts: v.number(), unknown: v.number() })

export const FiguresReply = v.object({
  /** When the index began; null before its first ledger. Nothing earlier is in the index. */
  since: v.nullable(v.string()),
  /** The first day (UTC) of the range (null for all), and the day of the newest indexed ledger. */
  from: v.nullable(v.string()),
  today: v.string(),
  days: v.array(FigureDay),
  /** The newest sales of the range, oldest first, and the total number of sales. */
  sales: v.array(SaleView),
  salesCount: v.number(),
  volumeDrops: v.string(),
  /** Sales of the range that look like wash trades. */
  marked: v.object({ sales: v.number(), volumeDrops: v.string() }),
  funders: Funders,
  /** Prices at which works are listed, cheapest first, with the number of works at each. */
  depth: v.array(v.object({ drops: v.string(), works: v.number() })),
})
export type FiguresReply = v.InferOutput<typeof FiguresReply>

const Day = v.optional(v.pipe(v.string(), v.isoDate('Give a day as YYYY-MM-DD.')))

export const SalesQuery = v.object({
  id: CollectionId,
  ...page,
  window: v.optional(v.picklist(salesWindowNames, 'Give 24h or 7d.')),
  /** First and last day, both inclusive, in UTC. */
  from: Day,
  to: Day,
  marked: Flag,
})
export type SalesQuery = v.InferOutput<typeof SalesQuery>
/** A sale in a list, with the work's picture. */
const ListedSale = v.object({ ...SaleView.entries, image: v.nullable(Media) })
export type ListedSale = v.InferOutput<typeof ListedSale>
export const SalesReply = v.object({
  sales: v.array(ListedSale),
  ...next,
  ...peopleField,
})

/**
 * Owners are grouped by the number of works that they hold. These are the upper bounds of the groups; the last group
 * has no upper bound.
 */
export const ownerBounds = [1, 3, 10, 25]

export const OwnersReply = v.object({
  /** Works on the ledger. */
  works: v.number(),
  owners: v.number(),
  /** Number of owners by number of works; `most` is null for "and more". */
  groups: v.array(v.object({ least: v.number(), most: v.nullable(v.number()), owners: v.number() })),
  /** The owners with the most works. */
  top: v.array(v.object({ account: v.string(), works: v.number() })),
  ...peopleField,
})
export type OwnersReply = v.InferOutput<typeof OwnersReply>

export const PriceHistoryReply = v.object({
  since: v.nullable(v.string()),
  /** The newest sales of the work in XRP, oldest first, and the total number of sales. */
  sales: v.array(SaleView),
  salesCount: v.number(),
  ...peopleField,
})
export type PriceHistoryReply = v.InferOutput<typeof PriceHistoryReply>
