import { sentence, type Sentence } from '#contract/words/sentence.ts'
import { findMedia, insertMedia, type MediaRow } from '#db/queries/media/files.ts'
import { isPinWanted, moveMedia } from '#db/queries/pin/pins.ts'
import { endUpload, finishUpload, keepUploads, lockFile } from '#db/queries/upload/uploads.ts'
import { type MediaUse, mediaRules, type ReceivedFile } from '#contract/rules/media-files.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { cidOf } from './cid.ts'
import { heldKey, storageKey } from './find-file.ts'
import { keepFile } from './keep-file.ts'
import { reserveStorage } from './reserve-storage.ts'
import { checkUse } from './sniff-media.ts'

const fieldRefusal = (path: string, message: Sentence) =>
  new Refusal('validation_failed', message, { errors: [{ path, message }] })

export interface GivenMedia {
  file: ReceivedFile | undefined
  /** The CID of an already uploaded file. */
  cid: string | undefined
  use: MediaUse
  /** Name of the form field, without `File` or `Cid`. */
  field: string
}

async function takeFile(context: Context, file: ReceivedFile, { use, field }: GivenMedia): Promise<MediaRow> {
  const useCheck = checkUse(file, use)
  if (!useCheck.ok) throw fieldRefusal(`${field}File`, useCheck.sentence)
  const { id, cid, bytes } = file
  return keepFile(context, { id, cid, bytes, facts: useCheck.facts })
}

/**
 * Returns the file that a form contains or names by its CID; null if it does neither. The file is stored for some days
 * until `useMedia` marks it as used. Throws Refusal: validation_failed, storage_unavailable.
 */
export async function takeMedia(context: Context, source: GivenMedia): Promise<MediaRow | null> {
  const { file, cid, use, field } = source
  const { db } = context
  if (file !== undefined) return takeFile(context, file, source)
  if (cid === undefined) return null
  // Comes before the lookup: from now on the sweep does not delete the file, or the file is already deleted and the creator
  // gets an error.
  await db.transaction(async (tx) => {
    await lockFile(tx, cid)
    await keepUploads(tx, cid)
  })
  const row = await findMedia(db.http, cid)
  if (row === null)
    throw fieldRefusal(
      `${field}Cid`,
      sentence('This file is not, or no longer, stored on the marketplace. Upload it again.'),
    )
  if (!Object.keys(mediaRules[use].types).includes(row.contentType))
    throw fieldRefusal(`${field}Cid`, sentence('Choose one of {names}.', { names: mediaRules[use].names }))
  return row
}

/**
 * Stores a JSON document under its CID for some days; it is not served while `isHeld`.
 * Throws Refusal: insufficient_funds, storage_quota, storage_full, storage_unavailable.
 */
export async function storeJson(
  context: Context,
  { account }: Actor,
  document: string,
  isHeld = false,
): Promise<string> {
  const { db, storage, now } = context
  const bytes = new TextEncoder().encode(document)
  const cid = await cidOf(bytes)
  const id = crypto.randomUUID()
  const contentType = 'application/json'
  const s3Key = isHeld ? heldKey(cid) : storageKey(cid)
  await reserveStorage(context, {
    id,
    account,
    bytes: bytes.length,
    state: 'verifying',
    claimedAt: now(),
    createdAt: now(),
  })
  try {
    await db.transaction(async (tx) => {
      await lockFile(tx, cid)
      await storage.put(s3Key, bytes, contentType)
      const isNew = await insertMedia(tx, { cid, s3Key, contentType, bytes: bytes.length })
      await finishUpload(tx, id, cid, isNew)
    })
  } catch (error) {
    await db.transaction((tx) => endUpload(tx, id, 'verifying', { state: 'cancelled' }))
    throw error
  }
  return cid
}

/**
 * Moves a stored file to a key that is not served until the file's pin is released. A file that is already public
 * because another token names it is not moved. Throws Refusal('storage_unavailable').
 */
export async function hideMedia({ db, storage }: Context, { cid, s3Key }: MediaRow): Promise<void> {
  const open = storageKey(cid)
  if (s3Key !== open && s3Key !== heldKey(cid)) return
  if (await isPinWanted(db.http, cid)) return
  if (s3Key === open) {
    await storage.copy(open, heldKey(cid))
    await moveMedia(db.http, cid, heldKey(cid))
  }
  await storage.remove(open)
}
