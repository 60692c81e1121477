import { and, asc, desc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor } from '#db/executor.ts'
import { ledgerTickets, presignedParts, sales } from '#db/schema/flows.ts'
import { reservations } from '#db/schema/on-demand.ts'
import { parseRows } from '#db/sql/rows.ts'

export type PartRow = typeof presignedParts.$inferSelect
const isLent = eq(presignedParts.state, 'lent')

/** A part for the same purchase that can still be used until `untilLedger` at least. */
export async function findReusablePart(
  tx: Executor,
  {
    account,
    sequence,
    digest,
    untilLedger,
  }: Pick<PartRow, 'account' | 'sequence' | 'digest'> & { untilLedger: number },
): Promise<PartRow | null> {
  const [row] = await tx
    .select()
    .from(presignedParts)
    .where(
      and(
        isLent,
        eq(presignedParts.account, account),
        eq(presignedParts.sequence, sequence),
        eq(presignedParts.digest, digest),
        gte(presignedParts.lastLedger, untilLedger),
      ),
    )
    .orderBy(desc(presignedParts.lastLedger))
    .limit(1)
  return row ?? null
}

export async function findPart(db: Executor, id: string): Promise<PartRow | null> {
  const [row] = await db.select().from(presignedParts).where(eq(presignedParts.id, id))
  return row ?? null
}

/** Tickets that are lent to an account for one Sequence, with their holder; parts for the same Sequence share them. */
export async function findLending(
  tx: Executor,
  { account, sequence }: Pick<PartRow, 'account' | 'sequence'>,
): Promise<{ lending: string; tickets: number[] } | null> {
  const [part] = await tx
    .select({ lending: presignedParts.lending })
    .from(presignedParts)
    .where(and(isLent, eq(presignedParts.account, account), eq(presignedParts.sequence, sequence)))
    .limit(1)
  if (part === undefined) return null
  const rows = await tx
    .select({ ticket: ledgerTickets.ticket })
    .from(ledgerTickets)
    .where(eq(ledgerTickets.holder, part.lending))
    .orderBy(asc(ledgerTickets.ticket))
  return { lending: part.lending, tickets: rows.map(({ ticket }) => ticket) }
}

/** An account has traded here when a sale of it was completed. A print that is free is none: it would cost nothing to be trusted. */
const hasTraded = (account: ReturnType<typeof sql>) => sql`(
  exists (select 1 from ${presignedParts} u where u.account = ${account} and u.state = 'used'
    and not u.sales @> '[{"isClaim": true}]')
  or exists (select 1 from ${sales} b where b.buyer = ${account} and b.state = 'completed')
  or exists (select 1 from ${sales} s where s.seller = ${account} and s.state = 'completed'))`

export interface LendingCaps {
  /** Tickets that stay with the marketplace. */
  floor: number
  /** The limit for one account. */
  perAccount: number
  /** Shares of the tickets above the floor: of all lent ones, and of those lent to accounts that have not traded here. */
  all: number
  newcomers: number
}

/**
 * Binds free tickets to a lending while the caps allow it; none when they do not. Call it under `lockJournal('lend')`, which makes
 * the counts hold.
 */
export async function lendTickets(
  tx: Executor,
  { lending, account, count, caps }: { lending: string; account: string; count: number; caps: LendingCaps },
): Promise<number[]> {
  const result = await tx.execute(sql`
    with lent as (
      select t.ticket, p.account, ${hasTraded(sql`p.account`)} as traded
      from ledger_tickets t join lateral (
        select q.account from presigned_parts q where q.state = 'lent' and q.lending = t.submission_id limit 1) p on true
    ), allowed as (
      select 1
      from (select count(*) as pool, count(*) filter (where submission_id is null) as free from ledger_tickets) have
      cross join (select count(*) as total, count(*) filter (where account = ${account}) as own,
        count(*) filter (where not traded) as newcomers from lent) taken
      where have.free - ${count}::int >= ${caps.floor}::int
        and taken.own + ${count}::int <= ${caps.perAccount}::int
        and taken.total + ${count}::int <= (have.pool - ${caps.floor}::int) * ${caps.all}::float8
        and (${hasTraded(sql`${account}`)}
          or taken.newcomers + ${count}::int <= (have.pool - ${caps.floor}::int) * ${caps.newcomers}::float8)
    ), chosen as (
      select ticket from ledger_tickets where submission_id is null and exists (select 1 from allowed)
      order by ticket limit ${count}::int for update skip locked
    )
    update ledger_tickets t set submission_id = ${lending} from chosen
    where t.ticket = chosen.ticket and (select count(*) from chosen) = ${count}::int
    returning t.ticket`)
  return parseRows(v.object({ ticket: v.string() }), result).map(({ ticket }) => Number(ticket))
}

export async function insertPart(tx: Executor, row: typeof presignedParts.$inferInsert): Promise<void> {
  await tx.insert(presignedParts).values(row)
}

/** Assigns a lent part to another request. */
export async function renewPart(tx: Executor, id: string, signRequestId: string): Promise<void> {
  await tx
    .update(presignedParts)
    .set({ signRequestId })
    .where(and(eq(presignedParts.id, id), isLent))
}

/**
 * Binds a reservation to the part by which it is sold. False when it has ended, is bound to another part, or is already being sold in
 * two steps by the submission with this purpose.
 */
export async function bindReservation(
  tx: Executor,
  { reservationId, partId, twoSteps }: { reservationId: string; partId: string; twoSteps: string },
): Promise<boolean> {
  // Preparing a submission locks the row. The check below must not begin before that has ended.
  await tx.execute(sql`select 1 from reservations where id = ${reservationId} for update`)
  const rows = await tx
    .update(reservations)
    .set({ partId })
    .where(
      and(
        eq(reservations.id, reservationId),
        eq(reservations.state, 'reserved'),
        or(isNull(reservations.partId), eq(reservations.partId, partId)),
        sql`not exists (select 1 from ledger_submissions s where s.purpose = ${twoSteps} and s.state <> 'lost')`,
      ),
    )
    .returning({ id: reservations.id })
  return rows.length === 1
}

/**
 * Marks the parts whose inner transactions, and no others, are in a validated ledger, also parts that were considered
 * dead; their tickets are used. Part of applying the ledger, so that after ledger n none of it can be missing.
 */
export async function markPartsUsed(tx: Executor, batches: { hashes: string[] }[]): Promise<void> {
  if (batches.length === 0) return
  await tx.execute(sql`
    with shown as (
      select array(select jsonb_array_elements_text(b->'hashes')) as hashes from jsonb_array_elements(${JSON.stringify(batches)}::jsonb) b
    ), used as (
      update presigned_parts p set state = 'used', ended_at = now() from shown
      where p.state <> 'used' and p.hashes @> shown.hashes and p.hashes <@ shown.hashes
      returning p.lending, p.tickets
    )
    delete from ledger_tickets t using used
    where (t.submission_id = used.lending or t.submission_id is null) and t.ticket = any(used.tickets)`)
}

/** Lists lent parts, the oldest first. */
export function listLentParts(db: Executor, limit: number): Promise<PartRow[]> {
  return db.select().from(presignedParts).where(isLent).orderBy(asc(presignedParts.createdAt)).limit(limit)
}

/** Ends a lent part that can never be applied any more. Its tickets are free when no other part for the same Sequence is lent. */
export async function endPart(tx: Executor, id: string, state: 'free' | 'lost'): Promise<boolean> {
  const [endedRow] = await tx
    .update(presignedParts)
    .set({ state, endedAt: sql`now()`, freedAt: state === 'free' ? sql`now()` : null })
    .where(and(eq(presignedParts.id, id), isLent))
    .returning({ lending: presignedParts.lending })
  if (endedRow === undefined) return false
  await tx.execute(sql`
    update ledger_tickets t set submission_id = null where t.submission_id = ${endedRow.lending}
      and not exists (select 1 from presigned_parts p where p.lending = ${endedRow.lending} and p.state = 'lent')`)
  return true
}

/** Used parts whose consequences are not written yet. */
export function listUnsettledParts(db: Executor, limit: number): Promise<PartRow[]> {
  return db
    .select()
    .from(presignedParts)
    .where(and(eq(presignedParts.state, 'used'), isNull(presignedParts.settledAt)))
    .orderBy(asc(presignedParts.createdAt))
    .limit(limit)
}

/** Claims a used part for writing what follows from it, once. */
export async function claimSettling(tx: Executor, id: string): Promise<PartRow | null> {
  const [row] = await tx
    .update(presignedParts)
    .set({ settledAt: sql`now()` })
    .where(and(eq(presignedParts.id, id), eq(presignedParts.state, 'used'), isNull(presignedParts.settledAt)))
    .returning()
  return row ?? null
}

/** True if one of these accounts has completed a purchase by Batch. */
export async function hasUsedPart(db: Executor, accounts: string[]): Promise<boolean> {
  const [row] = await db
    .select({ id: presignedParts.id })
    .from(presignedParts)
    .where(and(inArray(presignedParts.account, accounts), eq(presignedParts.state, 'used')))
    .limit(1)
  return row !== undefined
}
