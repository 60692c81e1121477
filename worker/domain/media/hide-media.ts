import type { MediaRow } from '#db/queries/media.ts'
import { isPinWanted, moveMedia } from '#db/queries/pins.ts'
import type { Context } from '#worker/domain/context.ts'
import { heldKey, storageKey } from './find-file.ts'

/**
 * Takes a file of ours to where nobody sees it, until its pin is released. One that is public already, because another token
 * names it, stays where it is. Throws Refusal('storage_unavailable').
 */
export async function hideMedia({ db, storage }: Context, { cid, s3Key }: MediaRow): Promise<void> {
  const open = storageKey(cid)
  if (s3Key !== open && s3Key !== heldKey(cid)) return
  if (await isPinWanted(db.read, cid)) return
  if (s3Key === open) {
    await storage.copy(open, heldKey(cid))
    await moveMedia(db.read, cid, heldKey(cid))
  }
  await storage.remove(open)
}
