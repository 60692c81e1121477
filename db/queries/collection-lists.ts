import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { collections } from '#db/schema/collections.ts'
import { history } from '#db/schema/history.ts'
import { nfts } from '#db/schema/tokens.ts'
import type { CollectionListQuery, CollectionSort } from '#worker/contract/lists.ts'
import { HistoryType } from '#worker/contract/nfts.ts'
import { type Identity, selectCollections } from './collections.ts'
import { eventColumns } from './history-step.ts'
import { peopleAmong } from './people.ts'
import { type Given, remembered } from './remembered.ts'
import { indexTime } from './ledger-time.ts'
import { type KeysetOrder, type KeysetPage, keysetPage, pageOrder } from './keyset.ts'

const c = (name: string) => sql.raw(`c.${name}`)

const orders: Record<CollectionSort, Omit<KeysetOrder, 'id'>> = {
  volume_dec: { value: c('volume_day_drops'), descending: true, nullable: false, type: 'numeric' },
  volume_inc: { value: c('volume_day_drops'), descending: false, nullable: false, type: 'numeric' },
  price_dec: { value: c('floor_drops'), descending: true, nullable: true, type: 'numeric' },
  price_inc: { value: c('floor_drops'), descending: false, nullable: true, type: 'numeric' },
}

function conditions(filter: CollectionListQuery): SQL {
  const all: SQL[] = [sql`true`]
  if (filter.announced !== undefined) all.push(sql`c.announced = ${filter.announced}`)
  if (filter.featured !== undefined) all.push(sql`(c.featured_at is not null) = ${filter.featured}`)
  if (filter.verified !== undefined) all.push(sql`c.verified = ${filter.verified}`)
  if (filter.random !== undefined) all.push(sql`c.random = ${filter.random}`)
  if (filter.issuer !== undefined) all.push(sql`c.issuer = ${filter.issuer}`)
  if (filter.taxon !== undefined) all.push(sql`c.taxon = ${filter.taxon}`)
  if (filter.price_min !== undefined) all.push(sql`c.floor_drops >= ${filter.price_min}::numeric`)
  if (filter.price_max !== undefined) all.push(sql`c.floor_drops <= ${filter.price_max}::numeric`)
  if (filter.items_min !== undefined) all.push(sql`c.items_count >= ${filter.items_min}`)
  if (filter.items_max !== undefined) all.push(sql`c.items_count <= ${filter.items_max}`)
  if (filter.q !== undefined && filter.q !== '') {
    all.push(sql`c.search_name like (select '%' || like_part(search_text(${filter.q})) || '%')`)
  }
  return sql.join(all, sql` and `)
}

/** The floor at the end of the newest day before that of the newest indexed ledger. */
const floorBefore = sql<string | null>`(select d.floor_drops::text from collection_days d
  where d.issuer = ${collections.issuer} and d.taxon = ${collections.taxon} and d.day < (${indexTime} at time zone 'utc')::date
  order by d.day desc limit 1)`

type Place = { value: string | SQL | null; id: string | SQL }
const pages = remembered<Place, ReturnType<typeof buildPage>>()

const isFiltered = ({ sort: _sort, marker: _marker, after: _after, ...filters }: CollectionListQuery) =>
  Object.values(filters).some((value) => value !== undefined && value !== '')

/** A page of collections, each with its sort value. */
export function queryCollectionPage(db: Reader, filter: CollectionListQuery, page: KeysetPage) {
  const { sort } = filter
  const { after, offset, limit } = page
  if (isFiltered(filter) || offset > 0) return buildPage(db, filter, page)
  const kind = after === null ? 'first' : after.value === null ? 'rest' : 'valued'
  const place: Place = { value: after?.value ?? null, id: after?.id ?? '' }
  return pages(db, [sort, kind, limit].join(), place, ({ value, id }) =>
    buildPage(
      db,
      { sort },
      {
        ...page,
        after: after === null ? null : { id, value: after.value === null ? null : value },
      },
    ),
  )
}

function buildPage(db: Reader, filter: CollectionListQuery, page: KeysetPage) {
  const order = { ...orders[filter.sort], id: c('id') }
  const chosen = keysetPage(sql`collections c`, conditions(filter), order, page)
  return selectCollections(db, { sortValue: sql<string | null>`page.sort_value`, floorBefore })
    .innerJoin(sql`${chosen} page`, eq(collections.id, sql`page.id`))
    .orderBy(pageOrder(order.descending))
}

const count = remembered<Record<never, never>, ReturnType<typeof buildCount>>()

export const countCollections = (db: Reader, filter: CollectionListQuery) =>
  isFiltered(filter) ? buildCount(db, filter) : count(db, '', {}, () => buildCount(db, filter))

function buildCount(db: Reader, filter: CollectionListQuery) {
  return db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(sql`collections c`)
    .where(conditions(filter))
}

const collectionById = remembered<{ id: string }, ReturnType<typeof buildCollection>>()
const buildCollection = (db: Reader, id: Given<string>) =>
  selectCollections(db, {}).where(eq(collections.id, id)).limit(1)

export const queryCollection = (db: Reader, id: string) =>
  collectionById(db, '', { id }, (given) => buildCollection(db, given.id))

export interface HistoryPosition {
  ledgerIndex: number
  position: number
  nftId: string
  type: string
  offerId: string
}

/**
 * The events of a collection, newest first; continues strictly after `after`. Each type of event is read by itself, in the order of its
 * index: among many events of others, the rare ones would not be found without reading all.
 */
export function queryCollectionHistory(
  db: Reader,
  { issuer, taxon }: Identity,
  after: HistoryPosition | null,
  offset: number,
  limit: number,
  types: readonly HistoryType[] = HistoryType.options,
) {
  const begun =
    after === null
      ? sql`true`
      : sql`(h.ledger_index, h.position, h.nft_id, h.type, h.offer_id) < (${after.ledgerIndex}, ${after.position}, ${after.nftId}, ${after.type}, ${after.offerId})`
  const skipped = after === null ? offset : 0
  const inOrder = sql`h.ledger_index desc nulls last, h.position desc nulls last, h.nft_id desc, h.type desc, h.offer_id desc`
  const key = sql`h.nft_id, h.ledger_index, h.position, h.type, h.offer_id`
  const newest = types.map(
    (
      type,
    ) => sql`(select ${key} from history h where h.issuer = ${issuer} and h.taxon = ${taxon} and h.type = ${type} and ${begun}
      order by ${inOrder} limit ${limit + skipped})`,
  )
  const page = sql`(select * from (${sql.join(newest, sql` union all `)}) h order by ${inOrder} limit ${limit} offset ${skipped}) h`
  return db
    .select({
      event: eventColumns,
      name: nfts.name,
      sequence: nfts.sequence,
      metadata: nfts.metadata,
      people: peopleAmong(sql`history.seller, history.buyer`),
    })
    .from(history)
    .innerJoin(
      page,
      sql`(history.nft_id, history.ledger_index, history.position, history.type, history.offer_id) = (${key})`,
    )
    .leftJoin(nfts, eq(nfts.id, history.nftId))
    .orderBy(
      desc(history.ledgerIndex),
      desc(history.position),
      desc(history.nftId),
      desc(history.type),
      desc(history.offerId),
    )
}
