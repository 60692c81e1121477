import { t } from '#contract/words/sentence.ts'
import * as v from 'valibot'
import { createClaimedSchema } from './claims.ts'
import { MediaUse, mediaRules, StoredFile } from '#contract/rules/media-files.ts'

/** Size of every part except the last, as S3 requires. */
export const partBytes = 8 * 1024 * 1024

const PartNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))

/** Returns the number of parts of a file. */
export function partsOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / partBytes))
}

export const UploadId = v.pipe(v.string(), v.uuid('This is not an upload.'), v.toLowerCase())
export const UploadParams = v.object({ id: UploadId })

export const BeginUploadBody = createClaimedSchema({
  use: MediaUse,
  bytes: v.pipe(
    v.number('Say how many bytes the file has.'),
    v.integer(),
    v.minValue(1, () => t('This file is empty.')),
    v.maxValue(mediaRules.attachment.maxBytes, () =>
      t('This file is larger than {maxSize}. Choose a smaller one.', {
        maxSize: mediaRules.attachment.maxSize,
      }),
    ),
  ),
})
export type BeginUploadBody = v.InferOutput<typeof BeginUploadBody>

const PartUrls = v.array(v.object({ number: PartNumber, url: v.string() }))

/** Upload addresses of the parts. Each accepts a PUT with the bytes as the body until it expires. */
export const UploadReply = v.object({
  id: UploadId,
  partBytes: v.number(),
  parts: PartUrls,
  /** ISO 8601. */
  expiresAt: v.string(),
})
export type UploadReply = v.InferOutput<typeof UploadReply>

export const SignPartsBody = createClaimedSchema({
  numbers: v.pipe(v.array(PartNumber), v.minLength(1), v.maxLength(100)),
})
export const SignPartsReply = v.object({ parts: PartUrls, expiresAt: v.string() })

/** `etag` comes from the store's reply to the upload of the part. */
export const CompleteUploadBody = createClaimedSchema({
  parts: v.pipe(
    v.array(v.object({ number: PartNumber, etag: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)) })),
    v.minLength(1),
    v.maxLength(100),
  ),
})
export type CompleteUploadBody = v.InferOutput<typeof CompleteUploadBody>

/** Progress of an upload; `checkedBytes` is set while the file is being verified. */
export const UploadProgressReply = v.object({
  state: v.picklist(['open', 'verifying', 'done', 'failed', 'cancelled']),
  bytes: v.number(),
  checkedBytes: v.number(),
})
export type UploadProgressReply = v.InferOutput<typeof UploadProgressReply>

export const CompleteUploadReply = v.object({ status: v.literal('success'), data: StoredFile })
export const CancelUploadBody = createClaimedSchema({})
