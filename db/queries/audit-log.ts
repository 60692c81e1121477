import { desc } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { type AuditAction, auditLog } from '#db/schema/management.ts'

export type { AuditAction } from '#db/schema/management.ts'

export interface AuditEntry {
  account: string
  action: AuditAction
  subject: string
  before: unknown
  after: unknown
}

/** Notes what was decided; call it in the transaction that does it. */
export async function insertAudit(tx: Executor, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({ id: crypto.randomUUID(), ...entry })
}

export function queryAudit(db: Reader, limit: number) {
  return db.select().from(auditLog).orderBy(desc(auditLog.at), auditLog.id).limit(limit)
}
