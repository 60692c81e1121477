import type { Sentence } from '#contract/words/sentence.ts'
import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor, Reader } from '#db/executor.ts'
import { statementRows, statements, xrpPriceDays } from '#db/schema/statements.ts'
import { nfts } from '#db/schema/tokens.ts'
import { holdFor, nextJob, releasedHold } from '#db/sql/held-jobs.ts'
import { comesAfter, inOrder } from '#db/sql/keyset.ts'
import { parseRows } from '#db/sql/rows.ts'

export type StatementJob = typeof statements.$inferSelect
type RowInsert = typeof statementRows.$inferInsert

/** Number of stored statements per account. Older ones are read from the ledger again if requested. */
const maxStatements = 4

/**
 * Requests the statement of a year. A new or refused statement starts from the beginning. One that was requested before
 * the year was over continues from its end, and one that is being read is unchanged. Deletes the account's oldest
 * statements beyond the limit.
 */
export async function askForStatement(db: Executor, account: string, year: number) {
  // Allows an hour after the end of the year, because ledgers close within seconds of their time.
  const isOpen = sql`${statements.askedAt} < make_timestamptz(${year + 1}, 1, 1, 1, 0, 0, 'UTC')`
  const canRequestAgain = sql`(${statements.state} = 'refused' or (${statements.state} = 'ready' and ${isOpen}))`
  await db
    .insert(statements)
    .values({ id: crypto.randomUUID(), account, year })
    .onConflictDoUpdate({
      target: [statements.account, statements.year],
      set: {
        state: 'waiting',
        reason: null,
        toLedger: null,
        cursor: null,
        read: 0,
        tries: 0,
        askedAt: sql`now()`,
        dueAt: sql`now()`,
      },
      setWhere: sql`${canRequestAgain} and ${statements.askedAt} < now() - interval '1 minute'`,
    })
  const last = db
    .select({ id: statements.id })
    .from(statements)
    .where(eq(statements.account, account))
    .orderBy(desc(statements.askedAt))
    .limit(maxStatements)
  await db.delete(statements).where(and(eq(statements.account, account), notInArray(statements.id, last)))
}

const rowOrder = [statementRows.ledgerIndex, statementRows.position]

/** Returns the statement of a year and a page of its rows, with work names and daily prices, in one round trip. */
export function queryStatement(
  db: Reader,
  account: string,
  year: number,
  page: { after: { ledger: number; position: number } | null; limit: number },
) {
  const { after, limit } = page
  const job = db
    .select()
    .from(statements)
    .where(and(eq(statements.account, account), eq(statements.year, year)))
  const ready = db
    .select({ id: statements.id })
    .from(statements)
    .where(and(eq(statements.account, account), eq(statements.year, year), eq(statements.state, 'ready')))
  const rows = db
    .select({
      row: statementRows,
      name: nfts.name,
      usd: sql<string | null>`trim_scale(${xrpPriceDays.price})::text`,
    })
    .from(statementRows)
    .leftJoin(nfts, eq(nfts.id, statementRows.nftId))
    .leftJoin(
      xrpPriceDays,
      and(
        eq(xrpPriceDays.quote, 'USD'),
        eq(xrpPriceDays.day, sql`(${statementRows.at} at time zone 'UTC')::date`),
      ),
    )
    .where(
      and(
        inArray(statementRows.statementId, ready),
        after === null ? undefined : comesAfter(rowOrder, [after.ledger, after.position], false),
      ),
    )
    .orderBy(...inOrder(rowOrder, false))
    .limit(limit)
  return db.batch([job, rows])
}

/** Claims the statement that has been due longest and is not held by a worker; null if there is none. */
export async function takeStatement(
  db: Executor,
  holder: string,
  seconds: number,
): Promise<StatementJob | null> {
  const [row] = await db
    .update(statements)
    .set({ holder, ...holdFor(seconds), state: 'reading' })
    .where(eq(statements.id, nextJob('statements', ['waiting', 'reading'])))
    .returning()
  return row ?? null
}

const isHeldBy = (id: string, holder: string) =>
  and(eq(statements.id, id), eq(statements.holder, holder), eq(statements.state, 'reading'))

/**
 * Stores a page of rows and the progress, and extends the hold. Returns false if another worker has taken over; the
 * caller must then store nothing. Call it in a transaction.
 */
export async function storeStatementPage(
  tx: Executor,
  { id, holder, seconds }: { id: string; holder: string; seconds: number },
  page: { toLedger: number; cursor: number; read: number; rows: Omit<RowInsert, 'statementId'>[] },
): Promise<boolean> {
  const { toLedger, cursor, read, rows } = page
  const jobs = await tx
    .update(statements)
    .set({
      toLedger,
      cursor,
      read: sql`${statements.read} + ${read}`,
      tries: 0,
      ...holdFor(seconds),
    })
    .where(isHeldBy(id, holder))
    .returning({ id: statements.id })
  if (jobs.length === 0) return false
  if (rows.length > 0)
    await tx
      .insert(statementRows)
      .values(rows.map((row) => ({ ...row, statementId: id })))
      .onConflictDoNothing()
  return true
}

/**
 * Finds the first ledger whose transaction does not start with the balance that the previous one left, which means that
 * a transaction between them is missing. Null if the rows are complete.
 */
export async function findGap(db: Executor, id: string): Promise<number | null> {
  const result = await db.execute(sql`
    select ledger_index from (
      select ledger_index, position, before_drops,
        lag(after_drops) over (order by ledger_index, position) as left_drops
      from statement_rows where statement_id = ${id} and before_drops <> after_drops
    ) chained where left_drops <> before_drops order by ledger_index, position limit 1`)
  const [row] = parseRows(v.object({ ledger_index: v.string() }), result)
  return row === undefined ? null : Number(row.ledger_index)
}

export async function finishStatement(db: Executor, id: string, holder: string): Promise<void> {
  await db
    .update(statements)
    .set({
      state: 'ready',
      reason: null,
      knownTo: sql`${statements.toLedger}`,
      ...releasedHold,
    })
    .where(isHeldBy(id, holder))
}

/** Ends a statement that cannot be completed and deletes its entries. The next request starts from the beginning. */
export async function refuseStatement(
  tx: Executor,
  id: string,
  holder: string,
  reason: Sentence,
): Promise<void> {
  const endedRows = await tx
    .update(statements)
    .set({ state: 'refused', reason, knownTo: null, cursor: null, read: 0, ...releasedHold })
    .where(isHeldBy(id, holder))
    .returning({ id: statements.id })
  if (endedRows.length > 0) await tx.delete(statementRows).where(eq(statementRows.statementId, id))
}

/** Releases a statement that will be continued, immediately or after an error. */
export async function releaseStatement(
  db: Executor,
  id: string,
  holder: string,
  after: { reason: Sentence | null; tries: number; pauseSeconds: number },
): Promise<void> {
  const { reason, tries, pauseSeconds } = after
  await db
    .update(statements)
    .set({
      reason,
      tries,
      dueAt: sql`now() + make_interval(secs => ${pauseSeconds})`,
      ...releasedHold,
    })
    .where(isHeldBy(id, holder))
}
