import { findMedia, insertMedia, type MediaRow } from '#db/queries/media/files.ts'
import { finishUpload, lockFile } from '#db/queries/upload/uploads.ts'
import type { MediaFacts } from '#contract/rules/media-files.ts'
import type { Context } from '#worker/domain/context.ts'
import { storageKey, uploadKey } from './find-file.ts'

async function isStored({ storage }: Context, key: string): Promise<boolean> {
  const object = await storage.find(key)
  await object?.body.cancel()
  return object !== null
}

/**
 * Moves a verified upload to its CID. The same file is stored once, and deleted after some days without use. Throws
 * Refusal('storage_unavailable').
 */
export async function keepFile(
  context: Context,
  upload: { id: string; cid: string; bytes: number; facts: MediaFacts },
): Promise<MediaRow> {
  const { db, storage, uploads, now } = context
  const { id, cid, bytes, facts } = upload
  const key = uploadKey(id)
  const media = { cid, s3Key: storageKey(cid), bytes, ...facts }
  const present = await db.transaction(async (tx) => {
    await lockFile(tx, cid)
    const row = await findMedia(tx, cid)
    const place = row?.s3Key ?? media.s3Key
    // The store may have lost a recorded file. Uploading it again restores it.
    if (row === null || !(await isStored(context, place))) await uploads.take(key, place, media.contentType)
    const isNew = row === null && (await insertMedia(tx, media))
    await finishUpload(tx, id, cid, isNew)
    return row
  })
  // Comes last, so that after any failure the next attempt finds the whole upload.
  await storage.remove(key)
  return present ?? { ...media, color: null, pinnedAt: null, createdAt: now() }
}
