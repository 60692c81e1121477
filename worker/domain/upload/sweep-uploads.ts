import { recountStorage } from '#db/queries/media/storage-use.ts'
import { dropUpload, listOrphans, lockFile, type UploadRow } from '#db/queries/upload/uploads.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import { uploadKey } from '#worker/domain/media/find-file.ts'

const batch = 50
const hourMs = 3_600_000
/** Age at which an unfinished upload counts as abandoned: an upload may be paused overnight. */
const begunMs = 48 * hourMs
/** Returns the time before which unfinished uploads count as abandoned. */
export const uploadsBefore = (now: Date) => new Date(now.getTime() - begunMs)
/** Returns the time before which the count of the store is outdated. */
export const storageCountedBefore = (now: Date) => new Date(now.getTime() - hourMs)

async function collect({ db, storage, uploads }: Context, row: UploadRow, before: Date): Promise<void> {
  if (row.state !== 'done' && row.storeId !== null) await uploads.abort(uploadKey(row.id), row.storeId)
  await storage.remove(uploadKey(row.id))
  // One transaction for all steps, so that a call that uses or uploads the file again waits until the store has deleted
  // it.
  await db.transaction(async (tx) => {
    if (row.cid !== null) await lockFile(tx, row.cid)
    const place = await dropUpload(tx, row, before)
    if (place !== null) await storage.remove(place)
  })
}

/** Removes abandoned uploads from the store, and files that were never used. */
export async function sweepUploads(context: Context, deadline: Date): Promise<void> {
  const { db, now, log } = context
  const before = uploadsBefore(now())
  for (const row of await listOrphans(db.http, before, batch)) {
    if (now() >= deadline) return
    try {
      await collect(context, row, before)
    } catch (error) {
      // A file that the store fails to delete must not block the others. The next run retries it.
      log.warn('upload_not_collected', { id: row.id, ...errorFacts(error) })
    }
  }
  await db.transaction((tx) => recountStorage(tx, storageCountedBefore(now()), now()))
}
