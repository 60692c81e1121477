import { findMedia, insertMedia, type MediaRow, useMedia } from '#db/queries/media.ts'
import { type MediaUse, mediaRules } from '#worker/contract/media-files.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { cidOf } from './cid.ts'
import { heldKey, storageKey } from './find-file.ts'
import { inspectFile } from './inspect-file.ts'
import { sniffMedia } from './sniff-media.ts'

const wrong = (path: string, message: string) =>
  new Refusal('validation_failed', message, { errors: [{ path, message }] })

/** A file of a form, kept under its CID; the same file is kept once. Throws Refusal: validation_failed, storage_unavailable. */
async function storeFile(context: Context, file: Blob, use: MediaUse, field: string): Promise<MediaRow> {
  const inspected = await inspectFile(file.stream())
  const sniffed = sniffMedia(inspected, use)
  if (!sniffed.ok) throw wrong(field, sniffed.sentence)
  const { cid, bytes } = inspected
  const kept = await findMedia(context.db.read, cid)
  if (kept !== null) return kept
  const row = { cid, s3Key: storageKey(cid), bytes, ...sniffed.facts }
  await context.storage.put(row.s3Key, new Uint8Array(await file.arrayBuffer()), row.contentType)
  await insertMedia(context.db.read, row)
  return { ...row, color: null, pinnedAt: null, createdAt: context.now() }
}

export interface GivenMedia {
  file: Blob | undefined
  /** Of a file that was uploaded before. */
  cid: string | undefined
  use: MediaUse
  /** Name of the form's part, without `File` or `Cid`. */
  field: string
}

/**
 * The file that a form brings, or names by its CID; null when it does neither. It is no orphan from now on.
 * Throws Refusal: validation_failed, storage_unavailable.
 */
export async function takeMedia(context: Context, given: GivenMedia): Promise<MediaRow | null> {
  const { file, cid, use, field } = given
  const { db, now } = context
  if (file === undefined && cid === undefined) return null
  // Before it is looked for: the sweep either leaves it from now on, or it is gone and the creator is told.
  if (cid !== undefined) await useMedia(db.read, cid, now())
  const row =
    file !== undefined
      ? await storeFile(context, file, use, `${field}File`)
      : await findMedia(db.read, cid ?? '')
  if (row === null)
    throw wrong(`${field}Cid`, 'The marketplace does not have this file (any more). Upload it again.')
  if (!Object.keys(mediaRules[use].types).includes(row.contentType))
    throw wrong(
      file === undefined ? `${field}Cid` : `${field}File`,
      `Choose one of ${mediaRules[use].names}.`,
    )
  await useMedia(db.read, row.cid, now())
  return row
}

/** Keeps a JSON document under its CID, where nobody sees it when it is `held`. Throws Refusal('storage_unavailable'). */
export async function storeJson(context: Context, document: string, held = false): Promise<string> {
  const bytes = new TextEncoder().encode(document)
  const cid = await cidOf(bytes)
  const contentType = 'application/json'
  const s3Key = held ? heldKey(cid) : storageKey(cid)
  await context.storage.put(s3Key, bytes, contentType)
  await insertMedia(context.db.read, { cid, s3Key, contentType, bytes: bytes.length })
  return cid
}
