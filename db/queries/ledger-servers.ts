import { inArray, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { ledgerServers } from '#db/schema/ledger-servers.ts'

export type LedgerServerRow = typeof ledgerServers.$inferSelect
type Answer = Omit<LedgerServerRow, 'id' | 'host' | 'checkedAt' | 'answeredAt' | 'failures'>

export function queryLedgerServers(db: Reader, ids: string[]) {
  return db.select().from(ledgerServers).where(inArray(ledgerServers.id, ids))
}

/** Stores the result of a check; without an answer, what the server said before stays. */
export async function saveLedgerServer(
  db: Executor,
  server: { id: string; host: string },
  answer: Answer | null,
  at: Date,
): Promise<void> {
  const failed = { checkedAt: at, failures: sql`${ledgerServers.failures} + 1` }
  const answered = answer && {
    ...answer,
    // Read less often than the rest.
    amendments: answer.amendments ?? sql`${ledgerServers.amendments}`,
    checkedAt: at,
    answeredAt: at,
    failures: 0,
  }
  await db
    .insert(ledgerServers)
    .values({ ...server, ...answer, checkedAt: at, answeredAt: answer === null ? null : at })
    .onConflictDoUpdate({
      target: ledgerServers.id,
      set: answered ?? failed,
      setWhere: sql`${ledgerServers.checkedAt} <= ${at.toISOString()}::timestamptz`,
    })
}
