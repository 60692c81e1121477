import { getTableColumns, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { type AuditAction, auditLog } from '#db/schema/management.ts'
import { peopleAmong } from '#db/queries/people/people.ts'
import { type KeysetPage, pageOf } from '#db/sql/keyset.ts'

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
export function queryAudit(db: Reader, page: KeysetPage<string>) {
  const { where, orderBy, limit, offset } = pageOf([auditLog.place], true, page, (after) => [after])
  return db
    .select({ place: auditLog.place, entry: columns, people: peopleAmong(sql`audit_log.account`) })
    .from(auditLog)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
}
