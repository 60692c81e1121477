import { dropUpload, listOrphans, type UploadRow } from '#db/queries/uploads.ts'
import { errorFacts } from '#worker/contract/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import { storageKey } from '#worker/domain/media/find-file.ts'
import { uploadKey } from './sign-parts.ts'

const batch = 50
const dayMs = 86_400_000
/** An upload may be paused overnight; a file may wait a week for its NFT. */
const keep = { begunMs: 2 * dayMs, doneMs: 7 * dayMs }

async function collect({ db, storage, uploads }: Context, row: UploadRow): Promise<void> {
  if (row.state !== 'done') await uploads.abort(uploadKey(row.id), row.storeId)
  await storage.remove(uploadKey(row.id))
  // One transaction: who takes the file into use meanwhile waits, and is told that it is gone.
  const dropped = await db.transaction((tx) => dropUpload(tx, row))
  if (dropped && row.cid !== null) await storage.remove(storageKey(row.cid))
}

/** Takes out of the store what was begun and given up, and files that never became part of anything. */
export async function sweepUploads(context: Context, deadline: Date): Promise<void> {
  const now = context.now().getTime()
  const before = { begun: new Date(now - keep.begunMs), done: new Date(now - keep.doneMs) }
  for (const row of await listOrphans(context.db.read, before, batch)) {
    if (context.now() >= deadline) return
    try {
      await collect(context, row)
    } catch (error) {
      // One that the store does not let go must not hold up the others; it is tried again by the next run.
      context.log.warn('upload_not_collected', { id: row.id, ...errorFacts(error) })
    }
  }
}
