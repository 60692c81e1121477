import { sentence } from '#contract/words/sentence.ts'
import { type MediaFacts, maxPixels, type ReceivedFile } from '#contract/rules/media-files.ts'
import { maxPictureBytes } from '#contract/schemas/profiles.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { keepFile } from './keep-file.ts'

const types = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

function pictureOf({ finding }: ReceivedFile): MediaFacts | null {
  if (finding === null || 'sentence' in finding || !types.includes(finding.contentType)) return null
  return (finding.width ?? 0) * (finding.height ?? 0) > maxPixels ? null : finding
}

/**
 * Stores a profile's picture under its CID; the same picture is stored once. `field` is the name of the form field.
 * Throws Refusal: validation_failed (no picture, or too many pixels), payload_too_large, storage_unavailable.
 */
export async function storePicture(
  context: Context,
  file: ReceivedFile,
  field: string,
): Promise<{ cid: string }> {
  const { id, cid, bytes } = file
  if (bytes > maxPictureBytes)
    throw new Refusal('payload_too_large', sentence('A picture can be at most 5 MB. Choose a smaller one.'))
  const facts = pictureOf(file)
  if (facts === null) {
    const message = sentence(
      'We cannot read this picture. Choose a JPG, PNG, GIF or WEBP of at most 40 megapixels.',
    )
    throw new Refusal('validation_failed', message, { errors: [{ path: field, message }] })
  }
  await keepFile(context, { id, cid, bytes, facts })
  return { cid }
}
