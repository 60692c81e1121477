import { requestPins } from '#db/queries/pins.ts'
import type { PinMediaReply } from '#worker/contract/pins.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { takeMedia } from '#worker/domain/media/store-media.ts'
import { listPins } from './list-pins.ts'
import { pinSoon } from './run-pins.ts'

/**
 * Keeps a file and has it pinned; the same file twice is kept and pinned once. Throws Refusal: validation_failed,
 * payload_too_large, storage_unavailable.
 */
export async function pinMedia(context: Context, actor: Actor, file: Blob): Promise<PinMediaReply['data']> {
  const row = await takeMedia(context, { file, cid: undefined, use: 'attachment', field: 'media' })
  if (row === null) throw new Refusal('validation_failed', 'Choose a file.')
  await requestPins(context.db.read, actor.account, [{ cid: row.cid }])
  pinSoon(context)
  const { pins } = await listPins(context, actor, [row.cid])
  return {
    cid: row.cid,
    url: `ipfs://${row.cid}`,
    contentType: row.contentType,
    state: pins[0]?.state ?? 'waiting',
  }
}
