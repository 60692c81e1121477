import { insertMedia, useMedia } from '#db/queries/media.ts'
import { mostPictureBytes } from '#worker/contract/profiles.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { cidOf } from './cid.ts'
import { readPicture } from './read-picture.ts'
import { storageKey } from './find-file.ts'

/**
 * Keeps a picture in our store under its CID; the same picture is kept once. `field` is the part of the form it came in.
 * Throws Refusal: validation_failed (no picture, or too many pixels), payload_too_large, storage_unavailable.
 */
export async function storePicture(context: Context, file: Blob, field: string): Promise<{ cid: string }> {
  if (file.size > mostPictureBytes)
    throw new Refusal('payload_too_large', 'A picture may have 5 MB at most. Choose a smaller one.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const picture = readPicture(bytes)
  if (picture === null) {
    const message =
      'This is not a picture that we can read. Choose a JPG, PNG, GIF or WEBP of at most 40 megapixels.'
    throw new Refusal('validation_failed', message, { errors: [{ path: field, message }] })
  }
  const cid = await cidOf(bytes)
  await context.storage.put(storageKey(cid), bytes, picture.contentType)
  await insertMedia(context.db.read, {
    cid,
    s3Key: storageKey(cid),
    contentType: picture.contentType,
    bytes: bytes.length,
    width: picture.width,
    height: picture.height,
  })
  await useMedia(context.db.read, cid, context.now())
  return { cid }
}
