import { desc, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { events } from '#db/schema/events.ts'
import { collections } from '#db/schema/collections.ts'
import { nfts } from '#db/schema/tokens.ts'
import type { Amount } from '#worker/contract/amount-schemas.ts'
import { eventDays, homeKinds, parseTopic, type EventKind } from '#worker/contract/events.ts'
import { rippleEpochSeconds } from '#worker/contract/ledger.ts'
import { worth } from './bid-worth.ts'
import type { Identity } from './collections.ts'
import { recordset } from './insert-rows.ts'
import { rowsOf } from './rows.ts'

type EventRow = typeof events.$inferInsert

/** An event before it has a position. What is left out is null, or true for `funded`. */
export type NewEvent = Omit<EventRow, 'position' | 'home'>

/** The row of the clock. */
const clockName = 'log'

/** Raises the clock by a number of positions, and keeps its row locked until the transaction ends. Returns the last of them. */
const takePositions = (count: SQL) => sql`
  insert into event_clock (name, position) select ${clockName}, taken from (select ${count} as taken) t where taken > 0
  on conflict (name) do update set position = event_clock.position + excluded.position
  returning position`

/**
 * Writes events in the given order; one whose key exists stays as it is. Must be the last thing that a transaction does: the next
 * writer waits for its end.
 */
export async function writeEvents(tx: Executor, given: NewEvent[]): Promise<void> {
  if (given.length === 0) return
  const empty = {
    ledgerIndex: null,
    txid: null,
    nftId: null,
    issuer: null,
    taxon: null,
    actor: null,
    seller: null,
    buyer: null,
    account: null,
    offerId: null,
    amount: null,
    previousAmount: null,
    endsAt: null,
    funded: true,
  }
  const rows = given.map((event, place) => ({
    ...empty,
    ...event,
    home: homeKinds.includes(event.kind),
    // Relative to the positions that the statement takes.
    position: place + 1 - given.length,
  }))
  const { names, from } = recordset(events, rows)
  const columns = Object.values(getTableColumns(events)).map(({ name }) =>
    name === 'position' ? sql`clock.position + r.position` : sql`r.${sql.identifier(name)}`,
  )
  await tx.execute(sql`
    with clock as (${takePositions(sql`${given.length}::bigint`)})
    insert into events (${names}) select ${sql.join(columns, sql`, `)} from clock, ${from}
    on conflict (key) do nothing`)
}

/** What an offer was, and when, to find out what stood before it. */
export interface OfferQuestion {
  nftId: string
  offerId: string
  owner: string
  isSell: boolean
  ledgerIndex: number
  position: number
  /** Ripple epoch: of the ledger. */
  closeTime: number
  expiration: number | null
  amount: Amount
}

export interface StandingOffer {
  id: string
  owner: string
  amount: Amount
  destination: string | null
  expiration: number | null
}

/** The state before an offer, from what was on the ledger then: never from what is known of later ledgers. */
export interface OfferFacts {
  holder: string | null
  /** Signed to put the work on auction. */
  isAuction: boolean
  /** When it was made, Ripple epoch; null when that was before the index began. */
  madeAt: number | null
  /** Other sell offers of its owner for the work, latest first. */
  listings: StandingOffer[]
  /** The highest funded bids of others in its currency. */
  bids: StandingOffer[]
}

/** Bids that are read for each new one: what ended earlier in the same ledger is left out afterwards. */
const topBids = 8

/** Offers `o` for the work of question `q` that were on the ledger when its ledger began. */
const standing = sql`(
  select * from offers where nft_id = q.nft_id and state = 'open' and created_ledger < q.ledger_index
  union all
  select * from offers where ended_ledger >= q.ledger_index and state <> 'open' and nft_id = q.nft_id and created_ledger < q.ledger_index
) o`

const asJson = sql`json_build_object('id', o.id, 'owner', o.owner, 'amount', o.amount, 'destination', o.destination, 'expiration', o.expiration)`
const unexpired = sql`(o.expiration is null or o.expiration > q.close_time)`
const before = (h: string) =>
  sql`(${sql.raw(h)}.ledger_index, ${sql.raw(h)}.position) < (q.ledger_index, q.position)`

/**
 * Who held a work before a transaction. Its events tell; without one, the index as it was given the work, and then who gave it away
 * later.
 */
const holder = sql`coalesce(
  (select h.buyer from history h where h.nft_id = q.nft_id and h.type in ('sale', 'transfer') and ${before('h')}
    order by h.ledger_index desc, h.position desc limit 1),
  (select first.buyer from (select h.type, h.buyer, h.ledger_index, h.position from history h where h.nft_id = q.nft_id
      order by h.ledger_index, h.position, h.type limit 1) first where first.type = 'mint' and ${before('first')}),
  (select n.owner from nfts n where n.id = q.nft_id and (n.state_ledger, n.state_position) < (q.ledger_index, q.position)),
  (select h.seller from history h where h.nft_id = q.nft_id and h.type in ('sale', 'transfer') and not ${before('h')}
    order by h.ledger_index, h.position limit 1),
  (select n.owner from nfts n where n.id = q.nft_id))`

/** The facts about each offer, in the order of the questions. */
export async function readOfferFacts(tx: Executor, questions: OfferQuestion[]): Promise<OfferFacts[]> {
  if (questions.length === 0) return []
  const records = questions.map((one, place) => ({
    place,
    nft_id: one.nftId,
    offer_id: one.offerId,
    owner: one.owner,
    is_sell: one.isSell,
    ledger_index: one.ledgerIndex,
    position: one.position,
    close_time: one.closeTime,
    expiration: one.expiration,
    amount: one.amount,
  }))
  const result = await tx.execute(sql`
    select ${holder} as holder,
      q.is_sell and (exists (select 1 from auctions a where a.offer_id = q.offer_id)
        or exists (select 1 from sign_requests r where r.account = q.owner and r.purpose = 'run_auction'
          and r.txjson->>'NFTokenID' = q.nft_id and (r.txjson->>'Expiration')::bigint = q.expiration)) as auction,
      (select extract(epoch from min(h.closed_at))::bigint - ${rippleEpochSeconds} from history h
        where h.nft_id = q.nft_id and h.offer_id = q.offer_id and h.type in ('sell_offer', 'buy_offer')) as made_at,
      (select coalesce(json_agg(${asJson} order by o.created_ledger desc, o.id desc), '[]') from ${standing}
        where q.is_sell and o.is_sell and o.owner = q.owner and o.id <> q.offer_id and ${unexpired}) as listings,
      (select coalesce(json_agg(${asJson} order by o.worth desc, o.created_ledger, o.id), '[]') from (
        select o.*, ${worth(sql`o.amount`)} as worth from ${standing}
        where not q.is_sell and not o.is_sell and o.owner <> q.owner and o.funded and ${unexpired}
          and o.amount ->> 'currency' is not distinct from q.amount ->> 'currency'
          and o.amount ->> 'issuer' is not distinct from q.amount ->> 'issuer'
        order by worth desc, o.created_ledger, o.id limit ${topBids}) o) as bids
    from json_to_recordset(${JSON.stringify(records)}::json) as q(place int, nft_id text, offer_id text, owner text,
      is_sell boolean, ledger_index bigint, position int, close_time bigint, expiration bigint, amount jsonb)
    order by q.place`)
  return rowsOf<{
    holder: string | null
    auction: boolean
    made_at: string | null
    listings: StandingOffer[]
    bids: StandingOffer[]
  }>(result).map(({ auction, made_at: madeAt, ...row }) => ({
    ...row,
    isAuction: auction,
    madeAt: madeAt === null ? null : Number(madeAt),
  }))
}

export interface BidChange extends StandingOffer {
  nftId: string
  createdLedger: number
  funded: boolean
  holder: string | null
}

/**
 * Notes which bids in XRP their bidders can pay after a ledger, from what each of these accounts has above its reserve then. Returns
 * the bids for which that has changed.
 */
export async function noteFunded(
  tx: Executor,
  at: { ledgerIndex: number; closeTime: number },
  accounts: { account: string; spendableDrops: bigint; position: number }[],
): Promise<BidChange[]> {
  if (accounts.length === 0) return []
  const records = accounts.map(({ account, spendableDrops, position }) => ({
    account,
    spendable: spendableDrops.toString(),
    position,
  }))
  const result = await tx.execute(sql`
    with q as (
      select s.*, ${at.ledgerIndex}::bigint as ledger_index
      from json_to_recordset(${JSON.stringify(records)}::json) as s(account text, spendable numeric, position int)
    ), made as (
      select o.id, q.spendable >= o.amount_drops as funded, q.position from q join offers o on o.owner = q.account and o.state = 'open'
      where not o.is_sell and o.created_ledger <= q.ledger_index
      union all
      select o.id, q.spendable >= o.amount_drops, q.position from offers o join q on o.owner = q.account
      where o.ended_ledger > ${at.ledgerIndex} and o.state <> 'open' and not o.is_sell and o.created_ledger <= ${at.ledgerIndex}
    ), changed as (
      update offers o set funded = made.funded from made
      where o.id = made.id and o.amount_drops is not null and o.funded <> made.funded
        and (o.expiration is null or o.expiration > ${at.closeTime})
      returning o.id, o.nft_id, o.owner, o.amount, o.destination, o.expiration, o.created_ledger, o.funded, made.position
    )
    select q.id, q.nft_id, q.owner, q.amount, q.destination, q.expiration, q.created_ledger, q.funded, ${holder} as holder
    from (select changed.*, ${at.ledgerIndex}::bigint as ledger_index from changed) q order by q.id`)
  return rowsOf<
    StandingOffer & { nft_id: string; created_ledger: string; funded: boolean; holder: string | null }
  >(result).map(({ nft_id: nftId, created_ledger: createdLedger, expiration, ...row }) => ({
    ...row,
    nftId,
    expiration: expiration === null ? null : Number(expiration),
    createdLedger: Number(createdLedger),
  }))
}

/** Tells of auctions that end within the hour, once each. One statement, in which the positions are taken last. */
export async function announceEndings(db: Executor, limit: number): Promise<void> {
  const kind: EventKind = 'auction_ending'
  await db.execute(sql`
    with due as (
      select a.offer_id, a.nft_id, a.seller, a.start_amount, a.ends_at, n.issuer, n.taxon, row_number() over (order by a.ends_at, a.offer_id) as place
      from auctions a join nfts n on n.id = a.nft_id join ledger_cursor c on c.name = 'follower'
      where a.state = 'running' and a.ends_at - interval '1 hour' <= c.closed_at and a.ends_at > c.closed_at
        and not exists (select 1 from events e where e.key = 'ending:' || a.offer_id)
      order by a.ends_at, a.offer_id limit ${limit}
    ), clock as (${takePositions(sql`(select count(*) from due)`)})
    insert into events (position, key, kind, at, nft_id, issuer, taxon, seller, offer_id, amount, ends_at)
    select clock.position - (select count(*) from due) + due.place, 'ending:' || due.offer_id, ${kind},
      due.ends_at - interval '1 hour', due.nft_id, due.issuer, due.taxon, due.seller, due.offer_id, due.start_amount, due.ends_at
    from clock, due on conflict (key) do nothing`)
}

/**
 * Drops ledger events older than `eventDays`, the oldest first, and moves the floor with them. Returns whether there may be more.
 */
export async function dropOldEvents(db: Executor, limit: number): Promise<boolean> {
  const result = await db.execute(sql`
    with old as (
      select position from events e
      where ledger_index is not null and position > (select floor from event_clock where name = ${clockName})
      order by position limit ${limit}
    ), dropped as (
      delete from events where position in (select position from old) and at < now() - make_interval(days => ${eventDays})
      returning position
    ), moved as (
      update event_clock set floor = (select max(position) from dropped)
      where name = ${clockName} and exists (select 1 from dropped)
    )
    select count(*)::int as count from dropped`)
  return rowsOf<{ count: number }>(result)[0]?.count === limit
}

/** Columns of an event, with the name and the picture of its work, and its collection. */
const eventColumns = {
  ...getTableColumns(events),
  name: nfts.name,
  sequence: nfts.sequence,
  metadata: nfts.metadata,
  collectionId: collections.id,
  collectionName: collections.name,
}

/** Events as they are shown; callers say which. */
const eventViews = (db: Reader) =>
  db
    .select(eventColumns)
    .from(events)
    .leftJoin(nfts, sql`${nfts.id} = ${events.nftId}`)
    .leftJoin(
      collections,
      sql`${collections.issuer} = ${events.issuer} and ${collections.taxon} = ${events.taxon}`,
    )

/** The positions of the events of one topic in a range, in order, as many as a page has. */
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

/** Where a reader begins: after a position, after the events of a ledger, or after those older than a minute. */
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
          where at > now() - interval '1 minute'), (select position from event_clock where name = ${clockName}), 0)`

/** The newest position, the lowest one that a reader may continue at, and where this one begins. */
export function queryEventClock(db: Reader, start: EventStart) {
  return db
    .select({
      position:
        sql<number>`coalesce((select position from event_clock where name = ${clockName}), 0)`.mapWith(
          Number,
        ),
      floor: sql<number>`coalesce((select floor from event_clock where name = ${clockName}), 0)`.mapWith(
        Number,
      ),
      start: sql<number>`${startOf(start)}`.mapWith(Number),
    })
    .from(sql`(select 1) one`)
}

/** Events of these topics in order. Null for the topics means all events. */
export function queryEvents(db: Reader, topics: string[] | null, start: EventStart, limit: number) {
  const begin = sql`(select start from beginning)`
  const ranges =
    topics === null
      ? [sql`(select position from events where position > ${begin} order by position limit ${limit})`]
      : topics.flatMap((topic) => positionsOf(topic, begin, limit))
  const chosen = sql`(with beginning as materialized (select ${startOf(start)} as start)
    select distinct position from (${sql.join(ranges, sql` union all `)}) found order by position limit ${limit})`
  return eventViews(db)
    .innerJoin(sql`${chosen} chosen`, sql`chosen.position = ${events.position}`)
    .orderBy(events.position)
}

/** Events at these positions, in no particular order. */
export function queryEventsAt(db: Reader, positions: number[]) {
  return eventViews(db).where(inArray(events.position, positions))
}

export type EventView = Awaited<ReturnType<typeof queryEvents>>[number]

/** What a feed is about. */
export type FeedSubject = { collection: Identity } | { artist: string } | 'auctions'

/** As in the index `events_auctions`. */
const ofAuctions = sql`events.kind in ('auction_begun', 'auction_ending', 'auction_settled', 'auction_cancelled')`

function aboutSubject(subject: FeedSubject): SQL {
  if (subject === 'auctions') return ofAuctions
  return 'artist' in subject
    ? sql`events.issuer = ${subject.artist}`
    : sql`events.issuer = ${subject.collection.issuer} and events.taxon = ${subject.collection.taxon}`
}

/** The newest events of a subject, of these kinds, newest first. Looks at no more than `depth` events. */
export function queryFeed(
  db: Reader,
  subject: FeedSubject,
  kinds: readonly EventKind[],
  { limit, depth }: { limit: number; depth: number },
) {
  const recent = sql`(select position, kind from events where ${aboutSubject(subject)} order by position desc limit ${depth})`
  const chosen = sql`(select position from ${recent} recent where kind = any(${sql.param([...kinds])}::text[])
    order by position desc limit ${limit})`
  return eventViews(db)
    .innerJoin(sql`${chosen} chosen`, sql`chosen.position = ${events.position}`)
    .orderBy(desc(events.position))
}
