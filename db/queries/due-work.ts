import { sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { rowsOf } from './rows.ts'

// Whether a round of the cron has anything to do: most have not, and one query tells.

/** True when the question itself fails, too: then each part finds out on its own. */
async function isAnyTrue(db: Executor, conditions: ReturnType<typeof sql>[]): Promise<boolean> {
  try {
    const result = await db.execute(sql`select ${sql.join(conditions, sql` or `)} as due`)
    return rowsOf<{ due: boolean }>(result)[0]?.due === true
  } catch {
    return true
  }
}

/** Requests, submissions, presigned parts, auctions, sales, leftover offers and expired rows that the sweep of trades handles. */
export function isTradeWorkDue(db: Executor, keysBefore: Date): Promise<boolean> {
  return isAnyTrue(db, [
    sql`exists (select 1 from sign_requests where state in ('created', 'signed'))`,
    sql`exists (select 1 from ledger_submissions where state in ('prepared', 'submitted'))`,
    sql`exists (select 1 from presigned_parts where state = 'lent')`,
    sql`exists (select 1 from presigned_parts where state = 'used' and settled_at is null)`,
    sql`exists (select 1 from auctions a join ledger_cursor c on c.name = 'follower'
      where a.state = 'running' and a.ends_at - interval '1 hour' <= c.closed_at)`,
    sql`exists (select 1 from auctions a join offers o on o.id = a.offer_id where a.state = 'cancelled' and o.state = 'open')`,
    sql`exists (select 1 from sales where state = 'matching')`,
    sql`exists (select 1 from sales where state = 'failed' and leftover_cancelled_at is null)`,
    sql`exists (select 1 from offer_cancellations)`,
    sql`exists (select 1 from sessions where expires_at < now())`,
    sql`exists (select 1 from idempotency_keys where created_at < ${keysBefore.toISOString()}::timestamptz)`,
  ])
}

/** Reservations, unrevealed works, payouts, inventory to burn and old guesses that the sweep of reservations handles. */
export function isReservationWorkDue(db: Executor): Promise<boolean> {
  return isAnyTrue(db, [
    sql`exists (select 1 from reservations where state in ('reserved', 'offered', 'cancelling'))`,
    sql`exists (select 1 from demand_items
      where state = 'sold' and hidden and published_at is null and token_id is not null)`,
    sql`exists (select 1 from payouts where state = 'owed' and due_at <= now())`,
    sql`exists (select 1 from demand_items where state = 'removed' and token_id is not null and burned_at is null)`,
    sql`exists (select 1 from promo_attempts where since < now() - interval '1 hour')`,
  ])
}
