import * as v from 'valibot'
import { queryAudit } from '#db/queries/admin/audit-log.ts'
import type { AuditQuery, AuditReply } from '#contract/schemas/admin.ts'
import { nextMarker, packPosition, pageBegin, unpackPosition } from '#worker/domain/collection/page-token.ts'
import type { Context } from '#worker/domain/context.ts'
import { peopleView } from '#worker/domain/people/view.ts'

const pageSize = 50

const AuditPosition = v.object({ place: v.pipe(v.string(), v.regex(/^[0-9]{1,18}$/)) })

/** Lists the audit log in pages, newest first. Throws Refusal('validation_failed'). */
export async function listAudit(context: Context, query: AuditQuery): Promise<AuditReply> {
  const start = pageBegin(query.marker, pageSize)
  const after = unpackPosition(AuditPosition, query.after)
  const rows = await queryAudit(context.db.http, { after: after?.place ?? null, ...start })
  const last = rows.at(-1)
  const marker = nextMarker(start.offset, rows.length, pageSize)
  return {
    entries: rows.map(({ entry }) => ({ ...entry, at: entry.at.toISOString() })),
    people: peopleView(rows.flatMap(({ people }) => people ?? [])),
    marker,
    after: last === undefined || marker === -1 ? null : packPosition({ place: String(last.place) }),
  }
}
