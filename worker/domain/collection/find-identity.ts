import { queryIdentity } from '#db/queries/collections.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Context } from '#worker/domain/context.ts'

/** Issuer and taxon of a collection, kept for the isolate's life: they never change. */
const known = new Map<string, { issuer: string; taxon: number }>()
const most = 20_000

/** Issuer and taxon of a collection; throws Refusal('not_found'). */
export async function findIdentity(
  { db }: Pick<Context, 'db'>,
  id: string,
): Promise<{ issuer: string; taxon: number }> {
  const kept = known.get(id)
  if (kept !== undefined) return kept
  const [row] = await queryIdentity(db.read, id)
  if (row === undefined) throw new Refusal('not_found', 'There is no such collection.')
  if (known.size >= most) known.clear()
  known.set(id, row)
  return row
}
