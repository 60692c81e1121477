import { findMedia, insertMedia } from '#db/queries/media.ts'
import { claimUpload, moveUpload, type UploadRow } from '#db/queries/uploads.ts'
import { mediaRules, type StoredFile } from '#worker/contract/media-files.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import { type CompleteUploadBody, partsOf } from '#worker/contract/uploads.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { storageKey } from '#worker/domain/media/find-file.ts'
import { inspectFile } from '#worker/domain/media/inspect-file.ts'
import { sniffMedia } from '#worker/domain/media/sniff-media.ts'
import { storedFile } from '#worker/domain/media/stored-file.ts'
import { getUpload, uploadKey } from './sign-parts.ts'

/** Reading 300 MB takes seconds; who has not come to an end by then has died over it. */
const takeOverMs = 120_000

const refused = (message: string) => new Refusal('validation_failed', message)

/** Not a file of ours: it is taken out of the store, and the upload says why for ever. */
async function refuse({ db, storage }: Context, row: UploadRow, message: string): Promise<Refusal> {
  await storage.remove(uploadKey(row.id))
  await moveUpload(db.read, row.id, 'verifying', { state: 'failed', message })
  return refused(message)
}

/** Puts the parts together; done before a crash counts as done now. */
async function assemble(context: Context, row: UploadRow, parts: CompleteUploadBody['parts']): Promise<void> {
  const { db, uploads } = context
  const sorted = parts.toSorted((a, b) => a.number - b.number)
  const whole =
    sorted.length === partsOf(row.bytes) && sorted.every(({ number }, index) => number === index + 1)
  const result = whole ? await uploads.complete(uploadKey(row.id), row.storeId, sorted) : 'parts'
  if (result !== 'parts') return
  await moveUpload(db.read, row.id, 'verifying', { state: 'open' })
  throw refused('Parts of the file are missing. Send them again.')
}

async function stands({ storage }: Context, key: string): Promise<boolean> {
  const object = await storage.find(key)
  await object?.body.cancel()
  return object !== null
}

async function verify(context: Context, row: UploadRow): Promise<StoredFile> {
  const { db, storage, uploads } = context
  const key = uploadKey(row.id)
  const object = await storage.find(key)
  if (object === null) throw await refuse(context, row, 'The file did not arrive. Upload it again.')
  if (object.bytes > mediaRules[row.use].mostBytes) {
    await object.body.cancel()
    throw await refuse(
      context,
      row,
      `This file is larger than ${mediaRules[row.use].most}. Choose a smaller one.`,
    )
  }
  const inspected = await inspectFile(object.body)
  const sniffed = sniffMedia(inspected, row.use)
  if (!sniffed.ok) throw await refuse(context, row, sniffed.sentence)
  const { cid, bytes } = inspected
  const media = { cid, s3Key: storageKey(cid), bytes, ...sniffed.facts }
  const kept = await findMedia(db.read, cid)
  const place = kept?.s3Key ?? media.s3Key
  if (kept === null) await uploads.take(key, place, media.contentType)
  const isNew = kept === null && (await insertMedia(db.read, media))
  // The sweep may have taken an unused file of the same content out of the store meanwhile.
  if (!(await stands(context, place))) await uploads.take(key, place, media.contentType)
  await moveUpload(db.read, row.id, 'verifying', { state: 'done', cid, isNew })
  // Only now: whatever breaks before, the next try finds all that was sent.
  await storage.remove(key)
  return storedFile(kept ?? { ...media, color: null, pinnedAt: null, createdAt: context.now() })
}

/**
 * Ends an upload: the parts are put together, and the file is looked at from its first byte to its last before it counts.
 * Asking again gives the same answer. Throws Refusal: not_found, validation_failed (with the reason), already_pending,
 * storage_unavailable.
 */
export async function completeUpload(
  context: Context,
  actor: Actor,
  id: string,
  { parts }: CompleteUploadBody,
): Promise<StoredFile> {
  const { db, now } = context
  const row = await getUpload(context, actor, id)
  if (row.state === 'failed') throw refused(row.message ?? 'This file was not taken.')
  if (row.state === 'cancelled') throw new Refusal('not_found', 'This upload was given up. Begin anew.')
  if (row.state === 'done') {
    const kept = row.cid === null ? null : await findMedia(db.read, row.cid)
    if (kept !== null) return storedFile(kept)
    throw new Refusal('not_found', 'This file is no longer kept: it was not used. Upload it again.')
  }
  if (!(await claimUpload(db.read, id, new Date(now().getTime() - takeOverMs), now())))
    throw new Refusal('already_pending', 'The file is being looked at. Ask again in a moment.')
  try {
    await assemble(context, row, parts)
    return await verify(context, row)
  } catch (error) {
    // The next try may begin at once; a refusal for good has moved the upload on already.
    await moveUpload(db.read, id, 'verifying', { claimedAt: new Date(0) })
    throw error
  }
}
