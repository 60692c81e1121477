import { sentence } from '#contract/words/sentence.ts'
import { findUpload, type UploadRow } from '#db/queries/upload/uploads.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { partBytes, partsOf } from '#contract/schemas/uploads.ts'
import type { MediaUse } from '#contract/rules/media-files.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { uploadKey } from '#worker/domain/media/find-file.ts'

/** Validity of an address: one call returns several, and a part on a slow connection takes minutes. */
const validSeconds = 3600

/** An upload that a browser sends in parts. (An upload from a form is completed by the form.) */
export type BrowserUpload = UploadRow & { use: MediaUse; storeId: string }

/** Returns an upload of the account. Throws Refusal('not_found'). */
export async function getUpload({ db }: Context, { account }: Actor, id: string): Promise<BrowserUpload> {
  const row = await findUpload(db.http, id, account)
  if (row !== null && row.use !== null && row.storeId !== null)
    return { ...row, use: row.use, storeId: row.storeId }
  throw new Refusal('not_found', sentence('This upload does not exist, or it was cancelled. Start again.'))
}

export async function signParts(
  { uploads, now }: Context,
  { id, storeId, bytes }: Pick<BrowserUpload, 'id' | 'storeId' | 'bytes'>,
  numbers: number[],
): Promise<{ parts: { number: number; url: string }[]; expiresAt: string }> {
  const last = partsOf(bytes)
  const parts = await Promise.all(
    numbers.map(async (number) => {
      const size = number === last ? bytes - (last - 1) * partBytes : partBytes
      return {
        number,
        url: await uploads.signPart(uploadKey(id), storeId, { number, bytes: size }, validSeconds),
      }
    }),
  )
  return { parts, expiresAt: new Date(now().getTime() + validSeconds * 1000).toISOString() }
}

/** Returns new addresses for parts of an open upload. Throws Refusal: not_found, validation_failed. */
export async function renewParts(context: Context, actor: Actor, id: string, numbers: number[]) {
  const row = await getUpload(context, actor, id)
  if (row.state !== 'open') throw new Refusal('not_found', sentence('This upload is over.'))
  if (numbers.some((number) => number > partsOf(row.bytes)))
    throw new Refusal('validation_failed', 'The file has fewer parts.')
  return signParts(context, row, numbers)
}
