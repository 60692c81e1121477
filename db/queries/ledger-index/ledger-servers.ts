import { inArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Executor, Reader } from '#db/executor.ts'
import { ledgerServers } from '#db/schema/ledger-servers.ts'

export type LedgerServerRow = typeof ledgerServers.$inferSelect
type Answer = Omit<LedgerServerRow, 'id' | 'host' | 'checkedAt' | 'answeredAt' | 'failures'>

export interface ServerCheck {
  id: string
  host: string
  answer: Answer | null
}

export function queryLedgerServers(db: Reader, ids: string[]) {
  return db.select().from(ledgerServers).where(inArray(ledgerServers.id, ids))
}

/** Updates a column only if the server has answered. */
const lastAnswer = (column: PgColumn) =>
  sql`case when excluded.answered_at is null then ${column} else excluded.${sql.identifier(column.name)} end`

/**
 * Stores the results of checks; without an answer, the previous values remain. Returns the rows, except those that
 * another check has updated in the meantime.
 */
export async function saveLedgerServers(
  db: Executor,
  checks: ServerCheck[],
  at: Date,
): Promise<LedgerServerRow[]> {
  if (checks.length === 0) return []
  const { networkId, amendmentBlocked, upgradeDue, ledgerAge, ledgerIndex, version } = ledgerServers
  return db
    .insert(ledgerServers)
    .values(
      checks.map(({ id, host, answer }) => ({
        id,
        host,
        ...answer,
        checkedAt: at,
        answeredAt: answer === null ? null : at,
      })),
    )
    .onConflictDoUpdate({
      target: ledgerServers.id,
      set: {
        networkId: lastAnswer(networkId),
        amendmentBlocked: lastAnswer(amendmentBlocked),
        upgradeDue: lastAnswer(upgradeDue),
        ledgerAge: lastAnswer(ledgerAge),
        ledgerIndex: lastAnswer(ledgerIndex),
        version: lastAnswer(version),
        // Amendments are read less often than the rest.
        amendments: sql`coalesce(excluded.amendments, ${ledgerServers.amendments})`,
        checkedAt: at,
        answeredAt: sql`coalesce(excluded.answered_at, ${ledgerServers.answeredAt})`,
        failures: sql`case when excluded.answered_at is null then ${ledgerServers.failures} + 1 else 0 end`,
      },
      setWhere: sql`${ledgerServers.checkedAt} <= ${at.toISOString()}::timestamptz`,
    })
    .returning()
}
