import { desc, getTableColumns, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { type AuditAction, auditLog } from '#db/schema/management.ts'
import { peopleAmong } from '#db/queries/people/people.ts'
import type { KeysetPage } from '#db/sql/keyset.ts'

export interface AuditEntry {
  account: string
  action: AuditAction
  subject: string
  before: unknown
  after: unknown
}

/** Records a decision. Call it in the same transaction that carries out the decision. */
export async function insertAudit(tx: Executor, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({ id: crypto.randomUUID(), ...entry })
}

const { place: _place, ...columns } = getTableColumns(auditLog)

/** Returns a page of the log, newest first. */
export function queryAudit(db: Reader, { after, offset, limit }: KeysetPage<string>) {
  return db
    .select({ place: auditLog.place, entry: columns, people: peopleAmong(sql`audit_log.account`) })
    .from(auditLog)
    .where(after === null ? undefined : sql`${auditLog.place} < ${after}`)
    .orderBy(desc(auditLog.place))
    .limit(limit)
    .offset(after === null ? offset : 0)
}
