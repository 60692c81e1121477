import { desc, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor, Reader } from '#db/executor.ts'
import { collections } from '#db/schema/collections.ts'
import { events } from '#db/schema/events.ts'
import { nfts } from '#db/schema/tokens.ts'
import { parseTopic, type EventKind } from '#contract/rules/events.ts'
import type { Identity } from '#db/sql/identity.ts'
import { clockName, newestPosition } from './readers.ts'
import { parseRows } from '#db/sql/rows.ts'

/** Columns of an event, including the name and picture of its work, and its collection. */
const eventColumns = {
  ...getTableColumns(events),
  name: nfts.name,
  sequence: nfts.sequence,
  metadata: nfts.metadata,
  collectionId: collections.id,
  collectionName: collections.name,
}

/** Selects events in the format of replies; callers add the condition. */
const eventViews = (db: Reader) =>
  db
    .select(eventColumns)
    .from(events)
    .leftJoin(nfts, sql`${nfts.id} = ${events.nftId}`)
    .leftJoin(
      collections,
      sql`${collections.issuer} = ${events.issuer} and ${collections.taxon} = ${events.taxon}`,
    )

/** Selects the positions of one topic's events in a range, in order, up to the page size. */
function positionsOf(text: string, after: SQL, limit: number): SQL[] {
  const topic = parseTopic(text)
  const from = (where: SQL) =>
    sql`(select position from events where ${where} and position > ${after} order by position limit ${limit})`
  switch (topic?.kind) {
    case undefined:
      return []
    case 'home':
      return [from(sql`home`)]
    case 'work':
      return [from(sql`nft_id = ${topic.id}`)]
    case 'artist':
      return [from(sql`issuer = ${topic.id}`)]
    case 'collection':
      return [
        sql`(select e.position from collections c cross join lateral (select position from events
          where issuer = c.issuer and taxon = c.taxon and position > ${after} order by position limit ${limit}) e where c.id = ${topic.id})`,
      ]
    case 'account':
      return ['seller', 'buyer', 'account'].map((name) => from(sql`${sql.identifier(name)} = ${topic.id}`))
  }
}

/**
 * Start of a reader: a position, or the ledger whose events it has already seen. By default, the events of the last
 * minute are included.
 */
export interface EventStart {
  after?: number | undefined
  ledger?: number | undefined
}

const startOf = ({ after, ledger }: EventStart): SQL =>
  after !== undefined
    ? sql`${after}::bigint`
    : ledger !== undefined
      ? sql`coalesce((select position from events where ledger_index <= ${ledger} order by ledger_index desc, position desc limit 1), 0)`
      : sql`coalesce((select min(position) - 1 from (select position, at from events order by position desc limit 1000) recent
          where at > now() - interval '1 minute'), ${newestPosition})`

/**
 * Returns the newest position, the lowest position from which a reader can continue, and the start position of this
 * reader.
 */
export function queryEventClock(db: Reader, start: EventStart) {
  return db
    .select({
      position: sql<number>`${newestPosition}`.mapWith(Number),
      floor: sql<number>`coalesce((select floor from event_clock where name = ${clockName}), 0)`.mapWith(
        Number,
      ),
      start: sql<number>`${startOf(start)}`.mapWith(Number),
    })
    .from(sql`(select 1) one`)
}

export async function findNewestPosition(db: Executor): Promise<number> {
  const result = await db.execute(sql`select ${newestPosition}::text as position`)
  return Number(parseRows(v.object({ position: v.string() }), result)[0]?.position ?? 0)
}

/** Returns the events of these topics in order; of all topics if `topics` is null. */
export function queryEvents(db: Reader, topics: string[] | null, start: EventStart, limit: number) {
  const startPosition = sql`(select start from beginning)`
  const ranges =
    topics === null
      ? [
          sql`(select position from events where position > ${startPosition} order by position limit ${limit})`,
        ]
      : topics.flatMap((topic) => positionsOf(topic, startPosition, limit))
  const positions = sql`(with beginning as materialized (select ${startOf(start)} as start)
    select distinct position from (${sql.join(ranges, sql` union all `)}) found order by position limit ${limit})`
  return eventViews(db)
    .innerJoin(sql`${positions} chosen`, sql`chosen.position = ${events.position}`)
    .orderBy(events.position)
}

/** Returns the events at these positions, unordered. */
export function queryEventsAt(db: Reader, positions: number[]) {
  return eventViews(db).where(inArray(events.position, positions))
}

export type EventView = Awaited<ReturnType<typeof queryEvents>>[number]

/** Subject of a feed. */
export type FeedSubject = { collection: Identity } | { artist: string } | 'auctions'

/** Must match the condition of the index `events_auctions`. */
const ofAuctions = sql`events.kind in ('auction_begun', 'auction_ending', 'auction_settled', 'auction_cancelled')`

function aboutSubject(subject: FeedSubject): SQL {
  if (subject === 'auctions') return ofAuctions
  return 'artist' in subject
    ? sql`events.issuer = ${subject.artist}`
    : sql`events.issuer = ${subject.collection.issuer} and events.taxon = ${subject.collection.taxon}`
}

/** Returns a subject's events of these kinds, newest first. Searches no more than `depth` events. */
export function queryFeed(
  db: Reader,
  subject: FeedSubject,
  kinds: readonly EventKind[],
  { limit, depth }: { limit: number; depth: number },
) {
  const recent = sql`(select position, kind from events where ${aboutSubject(subject)} order by position desc limit ${depth})`
  const positions = sql`(select position from ${recent} recent where kind = any(${sql.param([...kinds])}::text[])
    order by position desc limit ${limit})`
  return eventViews(db)
    .innerJoin(sql`${positions} chosen`, sql`chosen.position = ${events.position}`)
    .orderBy(desc(events.position))
}
