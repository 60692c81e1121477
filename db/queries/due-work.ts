import { hasEndingOffers, hasUntoldBidSales, hasUntoldSellers } from './notification/notifications.ts'
import { hasDormantOffers } from './trade/offer-cancellations.ts'
import { sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor } from '#db/executor.ts'
import { metadataReader } from '#contract/schemas/nfts.ts'
import { eventDays } from '#contract/rules/events.ts'
import { logDays } from '#contract/limits/webhooks.ts'
import { notificationDays } from '#contract/rules/notification-kinds.ts'
import { hasDrawWork } from './draw/anchors.ts'
import { wantsChain } from './draw/chains.ts'
import { isEpochDue } from './draw/epochs.ts'
import { closedPrints, printsWithoutTotal } from './edition/editions.ts'
import { hasUntoldPhases } from './event/log.ts'
import { isBehind } from './event/readers.ts'
import { takeLease } from './leases.ts'
import { hasDueWorkFiles } from './media/work-files.ts'
import { parseRows } from '#db/sql/rows.ts'
import { statisticsDue } from './ledger-index/statistics.ts'

/** Age limits for the parts of the cron. They are defined in code, not in the database. */
export interface DueTimes {
  /** Idempotency-Keys created before this time are deleted. */
  keysBefore: Date
  /** Prices read before this time are read again. */
  priceBefore: Date
  /** Abandoned uploads that began before this time are deleted. */
  uploadsBefore: Date
  /** Servers last checked before this time are checked again. */
  serversBefore: Date
  /** The media store is counted again if its last count is from before this time. */
  storageCountedBefore: Date
}

const toTimestamp = (date: Date) => sql`${date.toISOString()}::timestamptz`

/**
 * Conditions by kind of background work, true if there is any work. False positives are allowed, because each job
 * checks again; false negatives are not.
 */
const conditions = {
  /**
   * Work of the trade job: requests, submissions, presigned parts, auctions, sales, leftover offers and expired rows.
   */
  trade: ({ keysBefore }: DueTimes) => [
    sql`exists (select 1 from sign_requests where state in ('created', 'signed', 'drawing'))`,
    sql`exists (select 1 from ledger_submissions where state in ('prepared', 'submitted'))`,
    sql`exists (select 1 from presigned_parts where state = 'lent')`,
    sql`exists (select 1 from presigned_parts where state = 'used' and settled_at is null)`,
    sql`exists (select 1 from auctions a join ledger_cursor c on c.name = 'follower'
      where a.state = 'running' and a.ends_at - interval '1 hour' <= c.closed_at)`,
    hasUntoldPhases,
    sql`exists (select 1 from auctions a join offers o on o.id = a.offer_id where a.state = 'cancelled' and o.state = 'open')`,
    sql`exists (select 1 from sales where state = 'matching')`,
    sql`exists (select 1 from sales where state = 'failed' and leftover_cancelled_at is null)`,
    sql`exists (select 1 from offer_cancellations where ended_at is null)`,
    hasDormantOffers,
    sql`exists (select 1 from sessions where expires_at < now())`,
    sql`exists (select 1 from quotas where minute < now() - interval '5 minutes')`,
    sql`exists (select 1 from idempotency_keys where created_at < ${toTimestamp(keysBefore)})`,
  ],
  /**
   * Work of the reservation job: reservations, unrevealed works, unpublished prints, prints of closed editions and their
   * totals, payouts, inventory to burn and old guesses.
   */
  reservations: () => [
    sql`exists (select 1 from reservations where state in ('reserved', 'offered', 'cancelling'))`,
    sql`exists (select 1 from demand_items
      where state = 'sold' and hidden and published_at is null and token_id is not null)`,
    sql`exists (select 1 from demand_items
      where state = 'sold' and edition_id is not null and published_at is null and token_id is not null)`,
    sql`exists (select 1 from ${closedPrints})`,
    sql`exists (select 1 from ${printsWithoutTotal})`,
    sql`exists (select 1 from payouts where state = 'owed' and due_at <= now())`,
    sql`exists (select 1 from demand_items where state = 'removed' and token_id is not null and burned_at is null)`,
    sql`exists (select 1 from promo_attempts where since < now() - interval '1 hour')`,
  ],
  /** Any pending step of a draw. */
  draws: () => [hasDrawWork],
  /** Seed chains to create, and epochs to start. */
  epochs: () => [
    sql`exists (select 1 from collections c where ${wantsChain})`,
    sql`exists (select 1 from draw_chains where tip is null)`,
    sql`exists (select 1 from collections c where ${isEpochDue})`,
  ],
  /** Ledger servers that were not checked recently. */
  servers: ({ serversBefore }: DueTimes) => [
    sql`not exists (select 1 from ledger_servers where checked_at > ${toTimestamp(serversBefore)})`,
  ],
  standingBids: () => [
    sql`exists (select 1 from bid_sales where state in ('signing', 'waiting'))`,
    sql`exists (select 1 from standing_bids where state in ('signing', 'open') and expires_at <= now())`,
    sql`exists (select 1 from standing_bids where state = 'open' and problem = 'paused')`,
    sql`exists (select 1 from bid_tickets t join bid_sales s on s.id = t.sale_id where s.state not in ('signing', 'waiting'))`,
  ],
  swaps: () => [sql`exists (select 1 from swaps where state in ('proposed', 'agreed'))`],
  price: ({ priceBefore }: DueTimes) => [
    sql`not exists (select 1 from xrp_prices where quote = 'USD' and read_at > ${toTimestamp(priceBefore)})`,
  ],
  lines: () => [
    sql`exists (select 1 from trust_lines where not known)`,
    sql`exists (select 1 from account_settings where not known)`,
  ],
  funders: () => [sql`exists (select 1 from account_funders where state = 'waiting' and due_at <= now())`],
  statistics: () => [
    sql`exists (select 1 from collections where ${statisticsDue})`,
    sql`exists (select 1 from collections where rarity_due)`,
  ],
  syncs: () => [sql`exists (select 1 from syncs where state in ('waiting', 'running') and due_at <= now())`],
  statements: () => [
    sql`exists (select 1 from statements where state in ('waiting', 'reading') and due_at <= now())`,
  ],
  metadata: () => [
    sql`exists (select 1 from nfts where metadata_state = 'pending' and (metadata_due_at <= now() or metadata_due_at is null))`,
    sql`exists (select 1 from nfts where metadata_state = 'ready' and not burned and metadata_reader < ${metadataReader}
      and (metadata_due_at <= now() or metadata_due_at is null))`,
  ],
  /** Files of works that must be read. */
  files: () => [hasDueWorkFiles],
  /** Copies of files of burned works, which must be freed. */
  burnedFiles: () => [sql`exists (select 1 from nfts where burned and not files_freed)`],
  /** Abandoned and unused files, and the hourly count of the media store. */
  uploads: ({ uploadsBefore, storageCountedBefore }: DueTimes) => [
    sql`exists (select 1 from uploads where used_at is null
      and (kept_until < now() or (state <> 'done' and created_at < ${toTimestamp(uploadsBefore)})))`,
    sql`exists (select 1 from storage_total where counted_at < ${toTimestamp(storageCountedBefore)})`,
  ],
  /** Profile names without a skeleton, which cannot be compared yet. */
  names: () => [sql`exists (select 1 from profiles where skeleton is null)`],
  /** Expired events. */
  events: () => [
    sql`((select e.at from events e where e.ledger_index is not null
      and e.position > coalesce((select floor from event_clock where name = 'log'), 0)
      order by e.position limit 1) < now() - make_interval(days => ${eventDays})) is true`,
  ],
  /** Events to queue, messages to send, webhooks to disable, and old log entries. */
  webhooks: () => [
    isBehind('webhooks'),
    sql`exists (select 1 from webhook_deliveries where state = 'waiting' and due_at <= now())`,
    sql`exists (select 1 from webhook_deliveries where created_at < now() - make_interval(days => ${logDays}))`,
  ],
  /** Messages to send to slow receivers. */
  slowWebhooks: () => [
    sql`exists (select 1 from webhooks w where w.state = 'on' and w.is_slow and (w.paused_until is null or w.paused_until <= now())
      and exists (select 1 from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting' and d.due_at <= now()))`,
  ],
  /** Events for which no notifications were created yet. */
  news: () => [
    sql`not exists (select 1 from event_readers where name = 'notifications')`,
    isBehind('notifications'),
  ],
  endedListings: () => [hasUntoldSellers],
  bidSales: () => [hasUntoldBidSales],
  endingOffers: () => [hasEndingOffers],
  refusedPayouts: () => [
    sql`exists (select 1 from payouts p where p.state = 'owed' and p.result is not null and not exists (
      select 1 from notifications n where n.account = p.artist and n.key = 'payout:' || p.reservation_id))`,
  ],
  pushes: () => [
    sql`exists (select 1 from push_outbox where sent_at is null and due_at <= now() and expires_at > now())`,
  ],
  oldPushes: () => [
    sql`exists (select 1 from push_outbox where expires_at < now() or sent_at < now() - interval '1 hour')`,
  ],
  oldNotifications: () => [
    sql`exists (select 1 from notifications where created_at < now() - make_interval(days => ${notificationDays}))`,
  ],
  pins: () => [sql`exists (select 1 from pins where state in ('waiting', 'pinning') and due_at <= now())`],
} satisfies Record<string, (times: DueTimes) => SQL[]>

export type Work = keyof typeof conditions

const columnsOf = (kinds: readonly Work[], times: DueTimes) =>
  sql.join(
    kinds.map((kind) => sql`(${sql.join(conditions[kind](times), sql` or `)}) as ${sql.identifier(kind)}`),
    sql`, `,
  )

const Flags = v.record(v.string(), v.boolean())

const dueOf = (row: Partial<Record<string, boolean>> | undefined, kinds: readonly Work[]) =>
  new Set(kinds.filter((kind) => row?.[kind] !== false))

/**
 * Returns the kinds of work that are due, in a single query, because most runs of the cron find none. If the query
 * fails, returns all kinds, and each job checks for itself.
 */
export async function findDueWork(
  db: Executor,
  kinds: readonly Work[],
  times: DueTimes,
): Promise<ReadonlySet<Work>> {
  try {
    const [row] = parseRows(Flags, await db.execute(sql`select ${columnsOf(kinds, times)}`))
    return dueOf(row, kinds)
  } catch {
    return new Set(kinds)
  }
}

export interface TurnOrder {
  /** Name of the lease. */
  name: string
  holder: string
  seconds: number
  kinds: readonly Work[]
}

export interface Turn {
  isHeld: boolean
  due: ReadonlySet<Work>
}

/** Finds due work, and acquires or renews the lease of a lane in the same query. */
export async function takeTurn(db: Executor, order: TurnOrder, times: DueTimes): Promise<Turn> {
  const { name, holder, seconds, kinds } = order
  try {
    const [row] = parseRows(
      Flags,
      await db.execute(sql`
        with lease as (
          insert into leases (name, holder, expires_at, runs)
          values (${name}, ${holder}, now() + make_interval(secs => ${seconds}), 1)
          on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at, runs = leases.runs + 1
          where leases.expires_at <= now() or leases.holder = excluded.holder
          returning 1
        )
        select ${columnsOf(kinds, times)}, exists (select 1 from lease) as "isHeld"`),
    )
    return { isHeld: row?.['isHeld'] === true, due: dueOf(row, kinds) }
  } catch {
    return { isHeld: await takeLease(db, name, holder, seconds), due: new Set(kinds) }
  }
}
