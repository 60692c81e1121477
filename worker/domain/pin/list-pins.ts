import { queryPinsOf } from '#db/queries/pin/pins.ts'
import type { PinsReply } from '#contract/schemas/pins.ts'
import type { Actor, Context } from '#worker/domain/context.ts'

const maxCids = 100

/**
 * Returns the state of files that the actor has pinned: the named files, or the latest. Omits files of other accounts.
 */
export async function listPins(
  { db }: Context,
  actor: Actor,
  cids: string[] | undefined,
): Promise<PinsReply> {
  const rows = await queryPinsOf(db.http, actor.account, cids ?? null, maxCids)
  return { pins: rows.map((row) => ({ ...row, pinnedAt: row.pinnedAt?.toISOString() ?? null })) }
}
