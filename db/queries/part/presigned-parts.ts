import { and, asc, desc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor } from '#db/executor.ts'
import { ledgerTickets, presignedParts, sales } from '#db/schema/flows.ts'
import { reservations } from '#db/schema/on-demand.ts'
import { parseRows } from '#db/sql/rows.ts'

export type PartRow = typeof presignedParts.$inferSelect
const isLent = eq(presignedParts.state, 'lent')

/** Returns a part for the same purchase that remains usable until ledger `untilLedger` at least. */
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

/**
 * Returns the tickets that are reserved for an account and one Sequence (a lending). Parts for the same Sequence share
 * them.
 */
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

/**
 * True if an account has completed a trade here. A free print does not count, because it would make trust free of
 * charge.
 */
const hasTraded = (account: ReturnType<typeof sql>) => sql`(
  exists (select 1 from ${presignedParts} u where u.account = ${account} and u.state = 'used'
    and not u.sales @> '[{"isClaim": true}]')
  or exists (select 1 from ${sales} b where b.buyer = ${account} and b.state = 'completed')
  or exists (select 1 from ${sales} s where s.seller = ${account} and s.state = 'completed'))`

export interface LendingCaps {
  /** Tickets that are reserved for the marketplace itself. */
  floor: number
  /** Maximum number of lent tickets per account. */
  perAccount: number
  /**
   * Maximum shares of the tickets above the floor: for all accounts (`all`), and for accounts that have not traded here
   * (`newcomers`).
   */
  all: number
  newcomers: number
}

/**
 * Binds free tickets to a lending if the limits allow it; otherwise returns none. Call it under `lockJournal('lend')`,
 * so that the counts are exact.
 */
export async function lendTickets(
  tx: Executor,
  {
    lending: lendingId,
    account,
    count,
    caps,
  }: { lending: string; account: string; count: number; caps: LendingCaps },
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
    update ledger_tickets t set submission_id = ${lendingId} from chosen
    where t.ticket = chosen.ticket and (select count(*) from chosen) = ${count}::int
    returning t.ticket`)
  return parseRows(v.object({ ticket: v.string() }), result).map(({ ticket }) => Number(ticket))
}

export async function insertPart(tx: Executor, row: typeof presignedParts.$inferInsert): Promise<void> {
  await tx.insert(presignedParts).values(row)
}

/** Assigns a lent part to another sign request. */
export async function renewPart(tx: Executor, id: string, signRequestId: string): Promise<void> {
  await tx
    .update(presignedParts)
    .set({ signRequestId })
    .where(and(eq(presignedParts.id, id), isLent))
}

/**
 * Binds a reservation to the part that sells it. Returns false if it has ended, is bound to another part, or is already
 * being sold in two steps by the submission with this purpose.
 */
export async function bindReservation(
  tx: Executor,
  { reservationId, partId, twoSteps }: { reservationId: string; partId: string; twoSteps: string },
): Promise<boolean> {
  // Preparing a submission locks the row. Waits for that transaction before the check below.
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
 * Marks parts as used if exactly their inner transactions are in a validated ledger, even if the parts were considered
 * dead. Their tickets are then used. Runs in the transaction that applies the ledger, so that no use can be missing
 * after it.
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

/** Lists lent parts, oldest first. */
export function listLentParts(db: Executor, limit: number): Promise<PartRow[]> {
  return db.select().from(presignedParts).where(isLent).orderBy(asc(presignedParts.createdAt)).limit(limit)
}

/**
 * Ends a lent part that can never be applied. Frees its tickets unless another part for the same Sequence is still
 * lent.
 */
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

/** Lists used parts whose consequences are not recorded yet. */
export function listUnsettledParts(db: Executor, limit: number): Promise<PartRow[]> {
  return db
    .select()
    .from(presignedParts)
    .where(and(eq(presignedParts.state, 'used'), isNull(presignedParts.settledAt)))
    .orderBy(asc(presignedParts.createdAt))
    .limit(limit)
}

/** Claims a used part, so that its consequences are recorded only once. */
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
