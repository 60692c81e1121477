import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { type AuditAction, auditLog } from '#db/schema/management.ts'
import { peopleAmong } from './people.ts'
import { type KeysetPage, keysetPage, pageOrder } from './keyset.ts'

export interface AuditEntry {
  account: string
  action: AuditAction
  subject: string
  before: unknown
  after: unknown
}

/** Records a decision; call it in the transaction that carries it out. */
export async function insertAudit(tx: Executor, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({ id: crypto.randomUUID(), ...entry })
}

const { place: _place, ...shown } = getTableColumns(auditLog)

/** A page of the log, newest first. */
export function queryAudit(db: Reader, page: KeysetPage) {
  const order = {
    value: sql`a.place`,
    id: sql`a.id`,
    descending: true,
    nullable: false,
    type: 'bigint',
  } as const
  const chosen = keysetPage(sql`audit_log a`, sql`true`, order, page)
  return db
    .select({ place: auditLog.place, entry: shown, people: peopleAmong(sql`audit_log.account`) })
    .from(auditLog)
    .innerJoin(sql`${chosen} page`, eq(auditLog.id, sql`page.id`))
    .orderBy(pageOrder(order.descending))
}
