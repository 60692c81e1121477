import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor } from '#db/executor.ts'
import { ledgerSubmissions, ledgerTickets } from '#db/schema/flows.ts'
import { parseRows } from '#db/sql/rows.ts'

export type SubmissionRow = typeof ledgerSubmissions.$inferSelect
const open: SubmissionRow['state'][] = ['prepared', 'submitted']

/** Returns the latest attempt for a purpose. */
export async function findSubmission(db: Executor, purpose: string): Promise<SubmissionRow | null> {
  const [row] = await db
    .select()
    .from(ledgerSubmissions)
    .where(eq(ledgerSubmissions.purpose, purpose))
    .orderBy(desc(ledgerSubmissions.createdAt))
    .limit(1)
  return row ?? null
}

/** True if a purpose has a transaction that was successful or may still be validated. */
export async function isUnderWay(db: Executor, purpose: string): Promise<boolean> {
  const [row] = await db
    .select({ id: ledgerSubmissions.id })
    .from(ledgerSubmissions)
    .where(
      and(eq(ledgerSubmissions.purpose, purpose), inArray(ledgerSubmissions.state, [...open, 'succeeded'])),
    )
    .limit(1)
  return row !== undefined
}

/** Counts the failed or lost attempts for a purpose. */
export async function countLost(db: Executor, purpose: string): Promise<number> {
  const [row] = await db
    .select({ lost: count() })
    .from(ledgerSubmissions)
    .where(and(eq(ledgerSubmissions.purpose, purpose), eq(ledgerSubmissions.state, 'lost')))
  return row?.lost ?? 0
}

/** Inserts a prepared transaction. Returns false if the purpose is already in progress or completed (unique index). */
export async function insertSubmission(
  tx: Executor,
  row: typeof ledgerSubmissions.$inferInsert,
): Promise<boolean> {
  const rows = await tx
    .insert(ledgerSubmissions)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: ledgerSubmissions.id })
  return rows.length === 1
}

export async function noteSubmitted(db: Executor, id: string, preliminary: string, at: Date) {
  await db
    .update(ledgerSubmissions)
    .set({ state: 'submitted', preliminary, submittedAt: at })
    .where(and(eq(ledgerSubmissions.id, id), inArray(ledgerSubmissions.state, open)))
}

/** Ends an open submission. Returns false if it had already ended. */
export async function endSubmission(
  tx: Executor,
  id: string,
  end: Pick<SubmissionRow, 'state' | 'result' | 'ledgerIndex' | 'finalAt'>,
): Promise<boolean> {
  const rows = await tx
    .update(ledgerSubmissions)
    .set(end)
    .where(and(eq(ledgerSubmissions.id, id), inArray(ledgerSubmissions.state, open)))
    .returning({ id: ledgerSubmissions.id })
  return rows.length === 1
}

export function listOpenSubmissions(db: Executor, limit: number): Promise<SubmissionRow[]> {
  return db
    .select()
    .from(ledgerSubmissions)
    .where(inArray(ledgerSubmissions.state, open))
    .orderBy(asc(ledgerSubmissions.createdAt))
    .limit(limit)
}

/** Serializes the preparation of transactions that use the same lock, so that their limits are enforced. */
export async function lockJournal(tx: Executor, lock: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`opx/journal/${lock}`}, 0))`)
}

/** Counts open submissions of a kind, in total and for one counterparty, to enforce the limits. */
export async function countOpen(db: Executor, kind: SubmissionRow['kind'], counterparty: string | null) {
  const [row] = await db
    .select({
      all: count(),
      ofCounterparty:
        sql<number>`count(*) filter (where ${ledgerSubmissions.counterparty} = ${counterparty})`.mapWith(
          Number,
        ),
    })
    .from(ledgerSubmissions)
    .where(and(eq(ledgerSubmissions.kind, kind), inArray(ledgerSubmissions.state, open)))
  return { all: row?.all ?? 0, ofCounterparty: row?.ofCounterparty ?? 0 }
}

/**
 * Binds the lowest free ticket to a submission; concurrent callers skip each other's tickets. Returns null if no more
 * than `keep` tickets are free.
 */
export async function takeTicket(tx: Executor, holder: string, keep: number): Promise<number | null> {
  const free = tx
    .select({ ticket: ledgerTickets.ticket })
    .from(ledgerTickets)
    .where(
      and(
        isNull(ledgerTickets.holder),
        sql`(select count(*) from ledger_tickets t where t.submission_id is null) > ${keep}`,
      ),
    )
    .orderBy(asc(ledgerTickets.ticket))
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await tx
    .update(ledgerTickets)
    .set({ holder })
    .where(eq(ledgerTickets.ticket, sql`(${free})`))
    .returning({ ticket: ledgerTickets.ticket })
  return row?.ticket ?? null
}

/** Marks the ticket of a validated transaction as used. */
export async function consumeTicket(tx: Executor, holder: string) {
  await tx.delete(ledgerTickets).where(eq(ledgerTickets.holder, holder))
}

/** Frees the ticket of a transaction that was never validated. */
export async function freeTicket(tx: Executor, holder: string) {
  await tx.update(ledgerTickets).set({ holder: null }).where(eq(ledgerTickets.holder, holder))
}

/** Adds new tickets of the account. Skips used tickets, which a lagging server may still list. */
export async function addTickets(tx: Executor, tickets: number[]) {
  if (tickets.length === 0) return
  await tx.execute(sql`
    insert into ledger_tickets (ticket)
    select t from unnest(${sql.param(tickets)}::bigint[]) t
    where not exists (select 1 from ledger_submissions s where s.ticket = t and s.state in ('succeeded', 'failed'))
      and not exists (select 1 from presigned_parts p where p.state = 'used' and p.tickets @> array[t])
    on conflict do nothing`)
}

/** True if the transaction's ticket was used by another transaction of the journal or by a presigned part. */
export async function isTicketUsed(db: Executor, { id, ticket }: SubmissionRow): Promise<boolean> {
  if (ticket === null) return false
  const result = await db.execute(sql`
    select exists (select 1 from ledger_submissions s
      where s.ticket = ${ticket} and s.id <> ${id} and s.state in ('succeeded', 'failed'))
      or exists (select 1 from presigned_parts p where p.state = 'used' and p.tickets @> array[${ticket}::bigint]) as used`)
  return parseRows(v.object({ used: v.boolean() }), result)[0]?.used === true
}

/** Deletes free tickets that the ledger no longer has. */
export async function dropTickets(tx: Executor, tickets: number[]) {
  if (tickets.length === 0) return
  await tx
    .delete(ledgerTickets)
    .where(and(inArray(ledgerTickets.ticket, tickets), isNull(ledgerTickets.holder)))
}
