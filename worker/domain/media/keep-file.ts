import { findMedia, insertMedia, type MediaRow } from '#db/queries/media.ts'
import { finishUpload } from '#db/queries/uploads.ts'
import type { MediaFacts } from '#worker/contract/media-files.ts'
import type { Context } from '#worker/domain/context.ts'
import { storageKey, uploadKey } from './find-file.ts'

async function stands({ storage }: Context, key: string): Promise<boolean> {
  const object = await storage.find(key)
  await object?.body.cancel()
  return object !== null
}

/**
 * Moves a verified upload to its place, under its CID: the same file is kept once. It waits there for some days to become part
 * of something. Throws Refusal('storage_unavailable').
 */
export async function keepFile(
  context: Context,
  upload: { id: string; cid: string; bytes: number; facts: MediaFacts },
): Promise<MediaRow> {
  const { db, storage, uploads, now } = context
  const { id, cid, bytes, facts } = upload
  const key = uploadKey(id)
  const media = { cid, s3Key: storageKey(cid), bytes, ...facts }
  const kept = await findMedia(db.read, cid)
  const place = kept?.s3Key ?? media.s3Key
  if (kept === null) await uploads.take(key, place, media.contentType)
  const isNew = kept === null && (await insertMedia(db.read, media))
  // The sweep may have taken an unused file of the same content out of the store meanwhile.
  if (!(await stands(context, place))) await uploads.take(key, place, media.contentType)
  await finishUpload(db.read, id, cid, isNew)
  // Only now: whatever breaks before, the next try finds all that was sent.
  await storage.remove(key)
  return kept ?? { ...media, color: null, pinnedAt: null, createdAt: now() }
}
