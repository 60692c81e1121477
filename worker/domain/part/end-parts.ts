import { findCursor } from '#db/queries/ledger-index/writes.ts'
import { endPart, findPart, listLentParts, type PartRow } from '#db/queries/part/presigned-parts.ts'
import type { Context } from '#worker/domain/context.ts'
import { isSequenceSpent } from '#worker/domain/ledger-index/sequence-spent.ts'
import { processRows } from '#worker/domain/stages.ts'

const batch = 100

type Verdict = 'lent' | 'free' | 'lost'

/**
 * Decides whether a lent part can still be applied. The index has marked every used part up to its cursor, so the state
 * of that ledger decides: the outer Sequence was used and is no ticket, or LastLedgerSequence has passed and the
 * marketplace's tickets still exist.
 */
async function judge(context: Context, part: PartRow, cursor: number): Promise<Verdict> {
  const { ledger, treasury } = context
  if (await isSequenceSpent(context, part.account, part.sequence, cursor)) return 'free'
  if (cursor <= part.lastLedger) return 'lent'
  for (const ticket of part.tickets) {
    const { exists, ledgerIndex } = await ledger.findTicket(treasury.account, ticket)
    if (ledgerIndex <= part.lastLedger) return 'lent'
    if (!exists) return 'lost'
  }
  return 'free'
}

/**
 * Ends a lent part that can provably no longer be applied, and returns its state. This is the only way to release a
 * lent ticket.
 */
export async function settleLentPart(context: Context, part: PartRow): Promise<PartRow['state']> {
  const { db, log } = context
  const cursor = await findCursor(db.http)
  const verdict = cursor === null ? 'lent' : await judge(context, part, cursor.ledgerIndex)
  if (verdict === 'lent') return part.state
  // A part that appeared in a ledger in the meantime is no longer lent: it stays used.
  if (await db.transaction((tx) => endPart(tx, part.id, verdict))) {
    if (verdict === 'lost') log.error('lent_ticket_lost', { part: part.id, tickets: part.tickets })
    else log.info('part_freed', { part: part.id })
    return verdict
  }
  return (await findPart(db.http, part.id))?.state ?? part.state
}

/** Releases the tickets of presigned parts that were never used. Part of the sweep. */
export async function endParts(context: Context, until: Date): Promise<void> {
  const parts = await listLentParts(context.db.http, batch)
  await processRows(context, { what: 'part', until }, parts, (part) => settleLentPart(context, part))
}
