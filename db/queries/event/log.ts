import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor } from '#db/executor.ts'
import { events } from '#db/schema/events.ts'
import { eventDays, homeKinds, type EventKind } from '#contract/rules/events.ts'
import { clockName } from './readers.ts'
import { type Recordset, toRecordset } from '#db/sql/insert-rows.ts'
import { parseRows } from '#db/sql/rows.ts'
import { saleAmount } from '#db/sql/sale-amount.ts'
import { isAgreed } from '#db/sql/split.ts'

type EventRow = typeof events.$inferInsert

/** An event before it has a position. Omitted fields are null, except `funded`, which is true. */
export type NewEvent = Omit<EventRow, 'position' | 'home'>

/**
 * Advances the clock by a number of positions and locks its row until the transaction ends. Returns the last position.
 */
const takePositions = (count: SQL) => sql`
  insert into event_clock (name, position) select ${clockName}, taken from (select ${count} as taken) t where taken > 0
  on conflict (name) do update set position = event_clock.position + excluded.position
  returning position`

/** Events as the record set that `writeEvents` inserts. */
export interface EventRows {
  count: number
  rows: Recordset
}

export function eventRows(list: NewEvent[]): EventRows | null {
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
  const rows = toRecordset(
    events,
    list.map((event, place) => ({
      ...empty,
      ...event,
      home: homeKinds.includes(event.kind),
      // Relative to the positions that the statement reserves.
      position: place + 1 - list.length,
    })),
  )
  return rows === null ? null : { count: list.length, rows }
}

/**
 * Writes events in the given order. An event whose key already exists is left unchanged. Call this last in a
 * transaction, because the next writer waits for the transaction to end.
 */
export async function writeEvents(tx: Executor, batch: EventRows | null): Promise<void> {
  if (batch === null) return
  const { names, from } = batch.rows
  const columns = Object.values(getTableColumns(events)).map(({ name }) =>
    name === 'position' ? sql`clock.position + r.position` : sql`r.${sql.identifier(name)}`,
  )
  await tx.execute(sql`
    with clock as (${takePositions(sql`${batch.count}::bigint`)})
    insert into events (${names}) select ${sql.join(columns, sql`, `)} from clock, ${from}
    on conflict (key) do nothing`)
}

/**
 * Logs an event, once, for each auction that ends within the hour. In this single statement the positions are reserved
 * last.
 */
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

/** A phase of an edition is announced from an hour before its start until a day after it. */
const editionSpan = sql`p.starts_at > l.closed_at - interval '1 day' and p.starts_at <= l.closed_at + interval '1 hour'`

/**
 * Phases `p` of editions `e` in announced collections `c` that must be announced, before the start and again at the
 * start, provided that all payees have agreed. `l` is the newest ledger.
 */
const untoldPhases = sql`
  edition_phases p join ledger_cursor l on l.name = 'follower' and ${editionSpan}
  join editions e on e.id = p.edition_id and e.state = 'running'
  join collections c on c.id = e.collection_id and c.announced
  cross join lateral (select case when p.starts_at > l.closed_at then 'edition_soon' else 'edition_open' end as kind) told
  where (p.ends_at is null or p.ends_at > l.closed_at)
    and ${isAgreed(sql`e.id`)}
    and (e.prints is null or e.prints > (select count(*) from reservations s where s.edition_id = e.id and s.state = 'sold'))
    and not exists (select 1 from events x where x.key = told.kind || ':' || e.id || ':' || extract(epoch from p.starts_at)::bigint)`

/** True if a phase of an edition must be announced. */
export const hasUntoldPhases = sql`exists (select 1 from ${untoldPhases})`

/**
 * Logs one event for every phase of an edition that starts within the hour, and one for every phase that has started.
 */
export async function announcePhases(db: Executor, limit: number): Promise<void> {
  await db.execute(sql`
    with due as (
      select told.kind, told.kind || ':' || e.id || ':' || extract(epoch from p.starts_at)::bigint as key, p.starts_at,
        ${saleAmount(sql`p.price_drops`, sql`e.currency`)} as amount, c.issuer, c.taxon,
        row_number() over (order by p.starts_at, e.id) as place
      from ${untoldPhases} order by p.starts_at, e.id limit ${limit}
    ), clock as (${takePositions(sql`(select count(*) from due)`)})
    insert into events (position, key, kind, at, issuer, taxon, actor, account, amount, ends_at, home)
    select clock.position - (select count(*) from due) + due.place, due.key, due.kind,
      case when due.kind = 'edition_soon' then due.starts_at - interval '1 hour' else due.starts_at end, due.issuer, due.taxon,
      due.issuer, due.issuer, due.amount, due.starts_at, due.kind = any(${sql.param([...homeKinds])}::text[])
    from clock, due on conflict (key) do nothing`)
}

/** Maximum number of schedule or price changes per hour and collection that followers are notified of. */
const maxChangesPerHour = 3

/** The news of a phase of an edition: its start in seconds, and its first price in millionths of the currency. */
interface PhaseNews {
  start: string
  drops: string
}

const soonKey = (editionId: string, { start }: PhaseNews) => `edition_soon:${editionId}:${start}`
const movedKey = (editionId: string, { start, drops }: PhaseNews) =>
  `edition_moved:${editionId}:${start}:${drops}`

/**
 * Keeps the news of an edition true after its first phase has changed. A start within the hour replaces the one in the
 * "starts within the hour" event, so that nobody is notified twice. A later start, or another price, is logged as a
 * change. Call it last in a transaction, as `writeEvents`.
 */
export async function changeSoonNews(
  tx: Executor,
  editionId: string,
  { from, to, startsAt }: { from: PhaseNews; to: PhaseNews; startsAt: Date },
): Promise<void> {
  const kind: EventKind = 'edition_moved'
  const start = sql`${startsAt.toISOString()}::timestamptz`
  const amount = sql`(select ${saleAmount(sql`${to.drops}::numeric`, sql`e.currency`)} from editions e where e.id = ${editionId})`
  await tx.execute(sql`
    with due as (
      select x.issuer, x.taxon, l.closed_at from events x join ledger_cursor l on l.name = 'follower'
      where ((x.key = ${soonKey(editionId, from)} and (${start} > l.closed_at + interval '1 hour' or x.amount <> ${amount}))
        -- Before a start within the hour that was not announced yet, everybody is notified anyway.
        or (x.key = ${movedKey(editionId, from)} and (${start} > l.closed_at + interval '1 hour'
          or exists (select 1 from events y where y.key = ${soonKey(editionId, to)}))))
        and (select count(*) from events m where m.issuer = x.issuer and m.taxon = x.taxon and m.kind = ${kind}
          and m.at > l.closed_at - interval '1 hour') < ${maxChangesPerHour}
      order by x.position desc limit 1
    ), clock as (${takePositions(sql`(select count(*) from due)`)})
    insert into events (position, key, kind, at, issuer, taxon, actor, account, amount, ends_at)
    select clock.position, ${movedKey(editionId, to)}, ${kind}, due.closed_at, due.issuer, due.taxon, due.issuer, due.issuer,
      ${amount}, ${start}
    from clock, due on conflict (key) do nothing`)
  await tx.execute(sql`
    update events x set key = ${soonKey(editionId, to)}, ends_at = ${start}, amount = ${amount} from ledger_cursor l
    where l.name = 'follower' and ${start} <= l.closed_at + interval '1 hour' and x.key = ${soonKey(editionId, from)}
      and not exists (select 1 from events y where y.key = ${soonKey(editionId, to)} and y.key <> x.key)`)
}

/**
 * Logs that an edition was paused or closed before the start of a phase that people have been told of, once for each
 * start. Call it last in a transaction, as `writeEvents`.
 */
export async function announceStop(tx: Executor, editionId: string): Promise<void> {
  await tx.execute(sql`
    with due as (
      select 'edition_' || e.state as kind, p.starts_at, extract(epoch from p.starts_at)::bigint as start, l.closed_at, c.issuer,
        c.taxon, ${saleAmount(sql`p.price_drops`, sql`e.currency`)} as amount
      from editions e join collections c on c.id = e.collection_id join edition_phases p on p.edition_id = e.id
      join ledger_cursor l on l.name = 'follower' and p.starts_at > l.closed_at
      where e.id = ${editionId} and e.state in ('paused', 'closed') and exists (select 1 from events x where x.key in (
        'edition_soon:' || e.id || ':' || extract(epoch from p.starts_at)::bigint,
        'edition_moved:' || e.id || ':' || extract(epoch from p.starts_at)::bigint || ':' || p.price_drops))
      order by p.position limit 1
    ), clock as (${takePositions(sql`(select count(*) from due)`)})
    insert into events (position, key, kind, at, issuer, taxon, actor, account, amount, ends_at)
    select clock.position, due.kind || ':' || ${editionId}::text || ':' || due.start, due.kind, due.closed_at, due.issuer,
      due.taxon, due.issuer, due.issuer, due.amount, due.starts_at
    from clock, due on conflict (key) do nothing`)
}

/**
 * Deletes ledger events older than `eventDays`, oldest first, and raises the lowest readable position accordingly.
 * Returns true if more may remain.
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
  return parseRows(v.object({ count: v.number() }), result)[0]?.count === limit
}
