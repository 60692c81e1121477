import { sentence } from '#contract/words/sentence.ts'
import { endUpload, moveUpload } from '#db/queries/upload/uploads.ts'
import { mediaRules } from '#contract/rules/media-files.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { type BeginUploadBody, partBytes, partsOf, type UploadReply } from '#contract/schemas/uploads.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { uploadKey } from '#worker/domain/media/find-file.ts'
import { reserveStorage } from '#worker/domain/media/reserve-storage.ts'
import { signParts } from './sign-parts.ts'

/**
 * Begins the upload of a file in parts, directly to the media store.
 * Throws Refusal: validation_failed (too large), insufficient_funds, storage_quota, storage_full, storage_unavailable.
 */
export async function beginUpload(
  context: Context,
  { account }: Actor,
  { use, bytes }: BeginUploadBody,
): Promise<UploadReply> {
  const { db, uploads, now } = context
  const rules = mediaRules[use]
  if (bytes > rules.maxBytes) {
    const message = sentence('This file is larger than {maxSize}. Choose a smaller one.', {
      maxSize: rules.maxSize,
    })
    throw new Refusal('validation_failed', message, { errors: [{ path: 'bytes', message }] })
  }
  const id = crypto.randomUUID()
  await reserveStorage(context, { id, account, use, bytes, createdAt: now() })
  const storeId = await uploads.begin(uploadKey(id)).catch(async (error: unknown) => {
    await db.transaction((tx) => endUpload(tx, id, 'open', { state: 'cancelled' }))
    throw error
  })
  await moveUpload(db.http, id, 'open', { storeId })
  const numbers = Array.from({ length: partsOf(bytes) }, (_, index) => index + 1)
  return { id, partBytes, ...(await signParts(context, { id, bytes, storeId }, numbers)) }
}
