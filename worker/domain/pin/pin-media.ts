import { sentence } from '#contract/words/sentence.ts'
import { useMedia } from '#db/queries/media/files.ts'
import { requestPins } from '#db/queries/pin/pins.ts'
import type { ReceivedFile } from '#contract/rules/media-files.ts'
import type { PinMediaReply } from '#contract/schemas/pins.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { takeMedia } from '#worker/domain/media/store-media.ts'
import { listPins } from './list-pins.ts'
import { pinSoon } from './run-pins.ts'

/**
 * Stores and pins a file. The same file is stored and pinned once. Throws Refusal: validation_failed,
 * payload_too_large, storage_unavailable.
 */
export async function pinMedia(
  context: Context,
  actor: Actor,
  file: ReceivedFile,
): Promise<PinMediaReply['data']> {
  const row = await takeMedia(context, { file, cid: undefined, use: 'attachment', field: 'media' })
  if (row === null) throw new Refusal('validation_failed', sentence('Choose a file.'))
  await context.db.transaction(async (tx) => {
    await useMedia(tx, [row.cid], context.now())
    await requestPins(tx, actor.account, [{ cid: row.cid }])
  })
  pinSoon(context)
  const { pins } = await listPins(context, actor, [row.cid])
  return {
    cid: row.cid,
    url: `ipfs://${row.cid}`,
    contentType: row.contentType,
    state: pins[0]?.state ?? 'waiting',
  }
}
