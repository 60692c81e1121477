import { insertUpload, sumUploads } from '#db/queries/uploads.ts'
import { mediaRules } from '#worker/contract/media-files.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import { type BeginUploadBody, partBytes, partsOf, type UploadReply } from '#worker/contract/uploads.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { signParts, uploadKey } from './sign-parts.ts'

/** What an account may begin in a day. */
const mostUploads = 2000
const mostBytes = 50n * 1024n * 1024n * 1024n

/**
 * Begins the upload of a file, part by part, straight to the media store.
 * Throws Refusal: validation_failed (too large), rate_limited, storage_unavailable.
 */
export async function beginUpload(
  context: Context,
  { account }: Actor,
  { use, bytes }: BeginUploadBody,
): Promise<UploadReply> {
  const { db, uploads, now } = context
  const rules = mediaRules[use]
  if (bytes > rules.mostBytes) {
    const message = `This file is larger than ${rules.most}. Choose a smaller one.`
    throw new Refusal('validation_failed', message, { errors: [{ path: 'bytes', message }] })
  }
  const begun = await sumUploads(db.read, account, new Date(now().getTime() - 86_400_000))
  if (begun.count >= mostUploads || begun.bytes + BigInt(bytes) > mostBytes)
    throw new Refusal('rate_limited', 'You have uploaded a great deal today. Go on tomorrow.', {
      retryAfterSeconds: 86_400,
    })
  const id = crypto.randomUUID()
  const storeId = await uploads.begin(uploadKey(id))
  const row = { id, account, use, bytes, storeId }
  await insertUpload(db.read, { ...row, createdAt: now() })
  const numbers = Array.from({ length: partsOf(bytes) }, (_, index) => index + 1)
  return { id, partBytes, ...(await signParts(context, row, numbers)) }
}
