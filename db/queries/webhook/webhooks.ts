import { and, asc, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor, Reader } from '#db/executor.ts'
import { events } from '#db/schema/events.ts'
import { webhookDeliveries, webhooks } from '#db/schema/webhooks.ts'
import {
  callsOfAccount,
  logDays,
  logPage,
  maxWaiting,
  pausedAfterMinutes,
  pauseMinutes,
} from '#contract/limits/webhooks.ts'
import { newestPosition, nextPosition, startReader } from '#db/queries/event/readers.ts'
import { parseRows } from '#db/sql/rows.ts'

export type WebhookRow = typeof webhooks.$inferSelect

const readerName = 'webhooks'

/** Number of messages waiting for a webhook. */
const pendingCount = sql<number>`(select count(*) from webhook_deliveries waiting
  where waiting.webhook_id = webhooks.id and waiting.state = 'waiting')`

export function listWebhooks(db: Reader, account: string) {
  return db
    .select({ webhook: webhooks, waiting: pendingCount.mapWith(Number) })
    .from(webhooks)
    .where(eq(webhooks.account, account))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id))
}

/**
 * Stores a webhook for future events, and registers the webhook reader of the log. A webhook with the same id, stored
 * before a crash, is unchanged.
 */
export async function insertWebhook(
  tx: Executor,
  row: Pick<WebhookRow, 'id' | 'account' | 'url' | 'scope' | 'kinds'>,
  maxWebhooks: number,
): Promise<'stored' | 'same_address' | 'too_many'> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`opx/webhooks/${row.account}`}, 0))`)
  const ownWebhooks = await tx.select().from(webhooks).where(eq(webhooks.account, row.account))
  if (ownWebhooks.some(({ id }) => id === row.id)) return 'stored'
  if (ownWebhooks.some(({ url }) => url === row.url)) return 'same_address'
  if (ownWebhooks.length >= maxWebhooks) return 'too_many'
  await startReader(tx, readerName)
  await tx.insert(webhooks).values({ ...row, since: sql`${newestPosition}` })
  return 'stored'
}

const isOwnWebhook = (account: string, id: string) => and(eq(webhooks.account, account), eq(webhooks.id, id))

export async function findWebhook(db: Executor, account: string, id: string): Promise<WebhookRow | null> {
  const [row] = await db.select().from(webhooks).where(isOwnWebhook(account, id))
  return row ?? null
}

/** Changes a webhook. Returns false if the account does not have it. */
export async function changeWebhook(
  db: Executor,
  account: string,
  id: string,
  change: { kinds?: WebhookRow['kinds'] | undefined; state?: WebhookRow['state'] | undefined },
): Promise<boolean> {
  const { kinds, state } = change
  const rows = await db
    .update(webhooks)
    .set({
      ...(kinds === undefined ? {} : { kinds }),
      ...(state === undefined ? {} : { state, offReason: null, failingSince: null, pausedUntil: null }),
      // Skips the events of the time in which the webhook was off.
      ...(state === 'on'
        ? {
            since: sql`case when ${webhooks.state} = 'on' then ${webhooks.since}
              else ${newestPosition} end`,
          }
        : {}),
      id,
    })
    .where(isOwnWebhook(account, id))
    .returning({ id: webhooks.id })
  return rows.length === 1
}

/** Removes a webhook with its log. Returns false if the account does not have it. */
export async function deleteWebhook(db: Executor, account: string, id: string): Promise<boolean> {
  return (
    (await db.delete(webhooks).where(isOwnWebhook(account, id)).returning({ id: webhooks.id })).length === 1
  )
}

/**
 * Queues messages about new events for the subscribed webhooks and advances the read position, in one statement.
 * Returns the number of events that were read.
 */
export async function queueMessages(db: Executor, limit: number): Promise<number> {
  const result = await db.execute(sql`
    with reader as (
      select name, ${nextPosition} as position from event_readers where name = ${readerName} for update
    ), batch as materialized (
      select e.position, e.kind, e.issuer, e.seller, e.buyer, e.account
      from events e where e.position > (select position from reader) order by e.position limit ${limit}
    ), queued as (
      insert into webhook_deliveries (id, webhook_id, position)
      select gen_random_uuid(), webhooks.id, batch.position from batch join webhooks on webhooks.state = 'on'
        and batch.position > webhooks.since and batch.kind = any(webhooks.kinds)
        and (webhooks.scope = 'market'
          or (webhooks.scope = 'works' and batch.issuer = webhooks.account)
          or (webhooks.scope = 'account' and webhooks.account in (batch.seller, batch.buyer, batch.account)))
      where ${pendingCount} < ${maxWaiting}
      order by batch.position
      on conflict (webhook_id, position) do nothing
    ), moved as (
      update event_readers r set position = (select max(position) from batch)
      from reader where r.name = reader.name and exists (select 1 from batch)
    )
    select count(*)::int as count from batch`)
  return parseRows(v.object({ count: v.number() }), result)[0]?.count ?? 0
}

export interface DueMessage {
  id: string
  webhookId: string
  url: string
  position: number
  tries: number
}

/**
 * Claims due messages, of slow receivers or of all others: at most `callsOfAccount` per account, one of each account
 * first. A paused webhook gets one message, to test whether it answers again.
 */
export async function takeMessages(
  db: Executor,
  { isSlow, limit, seconds }: { isSlow: boolean; limit: number; seconds: number },
): Promise<DueMessage[]> {
  if (limit <= 0) return []
  const free = (row: SQL) =>
    sql`${row}.state = 'waiting' and ${row}.due_at <= now() and (${row}.held_until is null or ${row}.held_until < now())`
  const result = await db.execute(sql`
    with calls as materialized (
      select w.id, w.account from webhook_deliveries d join webhooks w on w.id = d.webhook_id
      where d.state = 'waiting' and d.held_until >= now()
    ), candidates as (
      select d.id, d.due_at, w.account, row_number() over (partition by w.account order by d.due_at, d.id)
        + (select count(*) from calls where calls.account = w.account) as place
      from webhooks w cross join lateral (
        select id, due_at from webhook_deliveries d where d.webhook_id = w.id and ${free(sql`d`)} order by d.due_at
        limit case when w.paused_until is null then ${callsOfAccount}::int
          else 1 - (select least(count(*), 1)::int from calls where calls.id = w.id) end
      ) d where w.state = 'on' and w.is_slow = ${isSlow} and (w.paused_until is null or w.paused_until <= now())
    ), due as (
      select id from candidates where place <= ${callsOfAccount} order by place, due_at limit ${limit}
    ), held as (
      select h.id from webhook_deliveries h join due on due.id = h.id where ${free(sql`h`)} for update of h skip locked
    )
    update webhook_deliveries d set held_until = now() + make_interval(secs => ${seconds}), tries = d.tries + 1
    from held, webhooks w where d.id = held.id and w.id = d.webhook_id
    returning d.id, d.webhook_id, w.url, d.position, d.tries`)
  return parseRows(
    v.object({
      id: v.string(),
      webhook_id: v.string(),
      url: v.string(),
      position: v.string(),
      tries: v.number(),
    }),
    result,
  ).map(({ webhook_id: webhookId, position, ...row }) => ({ ...row, webhookId, position: Number(position) }))
}

/** Outcome of a delivery attempt. */
export interface Attempt {
  id: string
  webhookId: string
  status: number | null
  /** Null if the attempt succeeded. */
  error: string | null
  /** Seconds until the next try; null if there is none. */
  pauseSeconds: number | null
  /** True if the receiver answered slowly. */
  isSlow: boolean
}

/** Stores an attempt. Does nothing if the message has ended or the webhook no longer exists. */
export async function storeAttempt(db: Executor, attempt: Attempt): Promise<void> {
  const { id, webhookId, status, error, pauseSeconds, isSlow } = attempt
  const state = error === null ? 'delivered' : pauseSeconds === null ? 'failed' : 'waiting'
  await db.execute(sql`
    with stored as (
      update webhook_deliveries set state = ${state}, status = ${status}::int, error = ${error}::text, held_until = null,
        due_at = now() + make_interval(secs => ${pauseSeconds ?? 0}), ended_at = case when ${state} = 'waiting' then null else now() end
      where id = ${id} and state = 'waiting' returning webhook_id
    )
    update webhooks set failing_since = case when ${error}::text is null then null else coalesce(failing_since, now()) end,
      is_slow = ${isSlow}, paused_until = case when ${error}::text is null then null
        when failing_since < now() - make_interval(mins => ${pausedAfterMinutes}) then now() + make_interval(mins => ${pauseMinutes}) end
    from stored where webhooks.id = stored.webhook_id and webhooks.id = ${webhookId}
      and (${error}::text is not null or failing_since is not null or is_slow <> ${isSlow})`)
}

/**
 * Disables webhooks: one whose receiver is gone, or all that have been failing without interruption for this long.
 * Discards their messages.
 */
export async function switchOff(
  db: Executor,
  selection: { id: string } | { failingHours: number },
  reason: string,
): Promise<void> {
  const dueRows =
    'id' in selection
      ? sql`id = ${selection.id}`
      : sql`failing_since < now() - make_interval(hours => ${selection.failingHours})`
  await db.execute(sql`
    with off as (
      update webhooks set state = 'off', off_reason = ${reason} where state = 'on' and ${dueRows} returning id
    )
    update webhook_deliveries d set state = 'failed', error = coalesce(d.error, ${reason}), ended_at = now()
    from off where d.webhook_id = off.id and d.state = 'waiting'`)
}

/** Discards the waiting messages of a webhook that its owner has disabled. */
export async function dropWaiting(db: Executor, webhookId: string): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ state: 'failed', error: 'The webhook was switched off.', endedAt: sql`now()` })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.state, 'waiting')))
}

/** Deletes old log entries, except waiting ones. */
export async function dropOldDeliveries(db: Executor, limit: number): Promise<void> {
  const old = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(lt(webhookDeliveries.createdAt, sql`now() - make_interval(days => ${logDays})`))
    .orderBy(webhookDeliveries.createdAt)
    .limit(limit)
  await db.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, old))
}

/** Returns the log of one of the account's webhooks, newest event first, with one entry more than a page. */
export function queryDeliveries(db: Reader, account: string, webhookId: string, before: number | null) {
  return db
    .select({ delivery: webhookDeliveries, kind: events.kind })
    .from(webhookDeliveries)
    .innerJoin(webhooks, and(eq(webhooks.id, webhookDeliveries.webhookId), eq(webhooks.account, account)))
    .leftJoin(events, eq(events.position, webhookDeliveries.position))
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        before === null ? undefined : lt(webhookDeliveries.position, before),
      ),
    )
    .orderBy(desc(webhookDeliveries.position))
    .limit(logPage + 1)
}
