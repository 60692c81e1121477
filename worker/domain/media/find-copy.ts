import { findWorkFile } from '#db/queries/media/work-files.ts'
import type { Context } from '#worker/domain/context.ts'
import { takePublicCall } from '#worker/domain/quotas.ts'
import { copyKey, type FoundFile, octets } from './find-file.ts'
import { readWorkFileNow } from './read-work-file.ts'

/**
 * Finds our copy of a file that is not on IPFS, by its path at the media route. Copies only files that metadata names,
 * so that nobody can make us fetch other files. The first visitor of a new file waits until it is copied. Returns null
 * if there is no copy. Throws Refusal: rate_limited, storage_unavailable.
 */
export async function findCopy(context: Context, src: string, range?: string): Promise<FoundFile | null> {
  const { db, storage } = context
  let row = await findWorkFile(db.http, src)
  if (row !== null && row.hash === null && row.dueAt !== null) {
    await takePublicCall(context, 'ipfs')
    if (await readWorkFileNow(context, src)) row = await findWorkFile(db.http, src)
  }
  if (row === null || row.hash === null) return null
  const object = await storage.find(copyKey(row.hash), range)
  return object && { ...object, contentType: row.contentType ?? octets, isPublic: true, isVerified: false }
}
