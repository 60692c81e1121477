import { and, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { collectionDays, collectionHolders } from '#db/schema/figures.ts'
import { ledgerCursor } from '#db/schema/flows.ts'
import { history } from '#db/schema/history.ts'
import { nfts } from '#db/schema/tokens.ts'
import type { Identity } from '#db/sql/identity.ts'
import { inOrder, type KeysetPage, pageOf } from '#db/sql/keyset.ts'
import { indexTime } from '#db/sql/ledger-time.ts'
import { peopleAmong } from '#db/queries/people/people.ts'

/** Returns when the index began. */
export function queryBegin(db: Reader) {
  return db.select({ beganAt: ledgerCursor.beganAt }).from(ledgerCursor).limit(1)
}

/** Returns the first day (UTC) of a range that ends now; null for all days. */
const firstDay = (days: number | null) =>
  days === null ? sql`'-infinity'::date` : sql`((${indexTime} at time zone 'UTC')::date - ${days - 1}::int)`

const ofCollection = ({ issuer, taxon }: Identity) =>
  sql`${collectionDays.issuer} = ${issuer} and ${collectionDays.taxon} = ${taxon}`

/** Returns the days of a range, starting with the last day before it on which the floor was set. */
export function queryFigureDays(db: Reader, collection: Identity, days: number | null) {
  const first = firstDay(days)
  return db
    .select()
    .from(collectionDays)
    .where(
      sql`${ofCollection(collection)} and ${collectionDays.day} >= coalesce((select max(day) from collection_days
        where issuer = ${collection.issuer} and taxon = ${collection.taxon} and floor_at is not null and day < ${first}), ${first})`,
    )
    .orderBy(collectionDays.day)
}

/** Returns the first day of a range as text (null for all days) and the day of the newest indexed ledger. */
export function queryRange(db: Reader, days: number | null) {
  return db
    .select({
      day: sql<string | null>`case when ${days === null} then null else ${firstDay(days)}::text end`,
      today: sql<string>`(${indexTime} at time zone 'UTC')::date::text`,
    })
    .from(sql`(select) one`)
}

const saleColumns = {
  txid: history.txid,
  nftId: history.nftId,
  name: nfts.name,
  sequence: nfts.sequence,
  rank: nfts.rarityRank,
  seller: history.seller,
  buyer: history.buyer,
  drops: history.amountDrops,
  closedAt: history.closedAt,
  marks: history.marks,
  ledgerIndex: history.ledgerIndex,
  position: history.position,
}
/** The sale columns with the names of seller and buyer, for lists that show them. */
const namedSaleColumns = { ...saleColumns, people: peopleAmong(sql`${history.seller}, ${history.buyer}`) }
const picturedSaleColumns = { ...namedSaleColumns, metadata: nfts.metadata }
export type SaleRow = Awaited<ReturnType<typeof queryRangeSales>>[number]

const isSale = sql`${history.type} = 'sale' and ${history.amountDrops} is not null`
const withMarked = (marked: boolean) => (marked ? sql`` : sql` and ${history.marks} = '{}'`)
const saleOrder = [history.closedAt, history.ledgerIndex, history.position, history.nftId]
const newestFirst = sql.join(inOrder(saleOrder, true), sql`, `)

export interface SalesFilter {
  /** Number of hours before the newest indexed ledger; null for no limit. */
  hours: number | null
  /** Days (UTC), inclusive; null for no limit. */
  from: SQL | string | null
  to: string | null
  marked: boolean
}

export interface SalePosition {
  at: string
  ledgerIndex: number
  position: number
  nftId: string
}

function salesOf({ issuer, taxon }: Identity, { hours, from, to, marked }: SalesFilter): SQL {
  const start =
    from === null ? sql`` : sql` and ${history.closedAt} >= ${from}::date::timestamp at time zone 'UTC'`
  const end =
    to === null ? sql`` : sql` and ${history.closedAt} < (${to}::date + 1)::timestamp at time zone 'UTC'`
  const window =
    hours === null
      ? sql``
      : sql` and ${history.closedAt} > ${indexTime} - make_interval(hours => ${hours}::int)`
  return sql`${history.issuer} = ${issuer} and ${history.taxon} = ${taxon} and ${isSale}${window}${start}${end}${withMarked(marked)}`
}

/** Returns the sales of a collection, newest first. */
export function queryCollectionSales(
  db: Reader,
  collection: Identity,
  filter: SalesFilter,
  page: KeysetPage<SalePosition>,
) {
  const { where, orderBy, limit, offset } = pageOf(saleOrder, true, page, (after) => [
    sql`${after.at}::timestamptz`,
    after.ledgerIndex,
    after.position,
    after.nftId,
  ])
  return db
    .select(picturedSaleColumns)
    .from(history)
    .leftJoin(nfts, sql`${nfts.id} = ${history.nftId}`)
    .where(and(salesOf(collection, filter), where))
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
}

/** Returns the newest sales within a number of days. */
export function queryRangeSales(
  db: Reader,
  collection: Identity,
  { days, marked, limit }: { days: number | null; marked: boolean; limit: number },
) {
  const filter = { hours: null, from: days === null ? null : firstDay(days), to: null, marked }
  return db
    .select(saleColumns)
    .from(history)
    .leftJoin(nfts, sql`${nfts.id} = ${history.nftId}`)
    .where(salesOf(collection, filter))
    .orderBy(newestFirst)
    .limit(limit)
}

/** Counts the accounts in the newest sales of a range, and the accounts whose funder is unknown. */
export function queryFundersOfRange(
  db: Reader,
  collection: Identity,
  { days, marked, limit }: { days: number | null; marked: boolean; limit: number },
) {
  const filter = { hours: null, from: days === null ? null : firstDay(days), to: null, marked }
  const sales = sql`select seller, buyer from history where ${salesOf(collection, filter)} order by ${newestFirst} limit ${limit}`
  return db
    .select({
      accounts: sql<number>`count(*)`.mapWith(Number),
      unknown: sql<number>`count(*) filter (where f.state is distinct from 'known')`.mapWith(Number),
    })
    .from(
      sql`(select seller as account from (${sales}) s union select buyer from (${sales}) b) a left join account_funders f on f.account = a.account`,
    )
}

/** Returns the sales of a token, newest first. */
export function queryTokenSales(db: Reader, nftId: string, limit: number) {
  return db
    .select(namedSaleColumns)
    .from(history)
    .leftJoin(nfts, sql`${nfts.id} = ${history.nftId}`)
    .where(sql`${history.nftId} = ${nftId} and ${isSale}`)
    .orderBy(sql`${history.ledgerIndex} desc, ${history.position} desc`)
    .limit(limit)
}

export function countTokenSales(db: Reader, nftId: string) {
  return db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(history)
    .where(sql`${history.nftId} = ${nftId} and ${isSale}`)
}

/** Returns the lowest listing prices in a collection. */
export function queryDepth(db: Reader, { issuer, taxon }: Identity, limit: number) {
  return db
    .select({ drops: sql<string>`${nfts.priceDrops}::text`, works: sql<number>`count(*)`.mapWith(Number) })
    .from(nfts)
    .where(
      sql`${nfts.issuer} = ${issuer} and ${nfts.taxon} = ${taxon} and not ${nfts.burned} and ${nfts.priceDrops} is not null`,
    )
    .groupBy(nfts.priceDrops)
    .orderBy(nfts.priceDrops)
    .limit(limit)
}

export function queryHolders(db: Reader, { issuer, taxon }: Identity) {
  return db
    .select({ groups: collectionHolders.groups, top: collectionHolders.top })
    .from(collectionHolders)
    .where(sql`${collectionHolders.issuer} = ${issuer} and ${collectionHolders.taxon} = ${taxon}`)
}

/** Selects the accounts of the collection's top holders. */
export const topHoldersOf = ({ issuer, taxon }: Identity): SQL =>
  sql`select holder->>'account' from collection_holders, jsonb_array_elements(top) holder where issuer = ${issuer} and taxon = ${taxon}`
