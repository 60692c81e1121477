import { requestPins } from '#db/queries/pins.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { pinSoon } from '#worker/domain/pin/run-pins.ts'

/** Has the files of a token pinned to IPFS, its metadata last: it names the others. With `hold` not before they are released. */
export async function askForPins(
  context: Context,
  { account }: Actor,
  files: { media: string[]; metadata: string },
  hold = false,
): Promise<void> {
  const media = files.media.map((cid) => ({ cid }))
  await requestPins(context.db.read, account, [...media, { cid: files.metadata, after: files.media }], {
    hold,
  })
  if (!hold) pinSoon(context)
}
