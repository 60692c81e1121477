import { sentence, type Sentence } from '#contract/words/sentence.ts'
import { findMedia, type MediaRow } from '#db/queries/media/files.ts'
import { claimUpload, endUpload, moveUpload } from '#db/queries/upload/uploads.ts'
import { mediaKind, mediaRules, type StoredFile } from '#contract/rules/media-files.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { type CompleteUploadBody, partsOf } from '#contract/schemas/uploads.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { uploadKey } from '#worker/domain/media/find-file.ts'
import { inspectFile } from '#worker/domain/media/inspect-file.ts'
import { keepFile } from '#worker/domain/media/keep-file.ts'
import { checkUse } from '#worker/domain/media/sniff-media.ts'
import { type BrowserUpload, getUpload } from './sign-parts.ts'

/** A verification that has not reported progress for this long is assumed to have crashed. */
const takeOverMs = 120_000
/** Interval of progress reports. Reading 300 MB takes seconds, or minutes on a busy machine. */
const reportEveryMs = 2000

const invalidFileRefusal = (message: Sentence) => new Refusal('validation_failed', message)

/** Rejects a file: removes it from the store and records the reason in the upload. */
async function refuse({ db, storage }: Context, row: BrowserUpload, message: Sentence): Promise<Refusal> {
  await storage.remove(uploadKey(row.id))
  await db.transaction((tx) => endUpload(tx, row.id, 'verifying', { state: 'failed', message }))
  return invalidFileRefusal(message)
}

/** Returns a stored file in the API's format. */
function storedFile(row: MediaRow): StoredFile {
  return {
    cid: row.cid,
    bytes: row.bytes,
    kind: mediaKind(row.contentType),
    src: `/media/ipfs/${row.cid}`,
    contentType: row.contentType,
    width: row.width,
    height: row.height,
    color: row.color,
  }
}

/** Assembles the parts. Continues if they were already assembled before a crash. */
async function assemble(
  context: Context,
  row: BrowserUpload,
  parts: CompleteUploadBody['parts'],
): Promise<void> {
  const { db, uploads } = context
  const sortedParts = parts.toSorted((a, b) => a.number - b.number)
  const whole =
    sortedParts.length === partsOf(row.bytes) &&
    sortedParts.every(({ number }, index) => number === index + 1)
  const result = whole ? await uploads.complete(uploadKey(row.id), row.storeId, sortedParts) : 'parts'
  if (result !== 'parts') return
  await moveUpload(db.http, row.id, 'verifying', { state: 'open' })
  throw invalidFileRefusal(sentence('Parts of the file are missing. Upload them again.'))
}

/** Returns a function that counts the bytes read of a file, and regularly reports them. */
function progressReporter({ db, now }: Context, id: string) {
  let checkedBytes = 0
  let reportedAt = now().getTime()
  return async (block: Uint8Array) => {
    checkedBytes += block.length
    if (now().getTime() - reportedAt < reportEveryMs) return
    reportedAt = now().getTime()
    await moveUpload(db.http, id, 'verifying', { checkedBytes, claimedAt: now() })
  }
}

async function verify(context: Context, row: BrowserUpload): Promise<StoredFile> {
  const object = await context.storage.find(uploadKey(row.id), undefined, row.bytes)
  if (object === null) throw await refuse(context, row, sentence('The file did not arrive. Upload it again.'))
  const { maxBytes, maxSize } = mediaRules[row.use]
  if (object.bytes > maxBytes) {
    await object.body.cancel()
    throw await refuse(
      context,
      row,
      sentence('This file is larger than {maxSize}. Choose a smaller one.', { maxSize }),
    )
  }
  const inspection = await inspectFile(object.body, progressReporter(context, row.id))
  const useCheck = checkUse(inspection, row.use)
  if (!useCheck.ok) throw await refuse(context, row, useCheck.sentence)
  const { cid, bytes } = inspection
  return storedFile(await keepFile(context, { id: row.id, cid, bytes, facts: useCheck.facts }))
}

/**
 * Completes an upload: assembles the parts and checks the whole file before it counts. A second call gives the same
 * answer. Throws Refusal: not_found, validation_failed (with the reason), already_pending, storage_unavailable.
 */
export async function completeUpload(
  context: Context,
  actor: Actor,
  id: string,
  { parts }: CompleteUploadBody,
): Promise<StoredFile> {
  const { db, now } = context
  const row = await getUpload(context, actor, id)
  if (row.state === 'failed') throw invalidFileRefusal(row.message ?? sentence('This file was not accepted.'))
  if (row.state === 'cancelled')
    throw new Refusal('not_found', sentence('This upload was cancelled. Start again.'))
  if (row.state === 'done') {
    const media = row.cid === null ? null : await findMedia(db.http, row.cid)
    if (media !== null) return storedFile(media)
    throw new Refusal(
      'not_found',
      sentence('This file was deleted because it was not used. Upload it again.'),
    )
  }
  if (!(await claimUpload(db.http, id, new Date(now().getTime() - takeOverMs), now())))
    throw new Refusal('already_pending', sentence('The file is being checked. Try again in a moment.'))
  try {
    await assemble(context, row, parts)
    return await verify(context, row)
  } catch (error) {
    // The next attempt may begin immediately. After a final rejection, the upload is already in another state.
    await moveUpload(db.http, id, 'verifying', { claimedAt: new Date(0), checkedBytes: 0 })
    throw error
  }
}

/** Cancels an open upload; an ended one stays unchanged. Throws Refusal: not_found, storage_unavailable. */
export async function cancelUpload(context: Context, actor: Actor, id: string): Promise<void> {
  const { storeId } = await getUpload(context, actor, id)
  const endedUpload = await context.db.transaction((tx) => endUpload(tx, id, 'open', { state: 'cancelled' }))
  if (endedUpload !== null) await context.uploads.abort(uploadKey(id), storeId)
}
