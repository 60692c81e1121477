import { endUpload, deleteUpload } from '#db/queries/upload/uploads.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import { ReceivedFile } from '#contract/rules/media-files.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { uploadKey } from './find-file.ts'
import { inspectFile } from './inspect-file.ts'
import type { Chunks } from './read-blocks.ts'
import { stageFile } from './stage-file.ts'

/**
 * Streams a file of a form into the store. Discards a file of an unaccepted type; the sweep removes the rest.
 * Throws Refusal: insufficient_funds, storage_quota, storage_full, storage_unavailable.
 */
export async function receiveFile(
  context: Context,
  { account }: Actor,
  chunks: Chunks,
): Promise<ReceivedFile> {
  const id = crypto.randomUUID()
  const stagedFile = stageFile(context, account, id)
  try {
    const inspection = await inspectFile(chunks, stagedFile.write)
    const { finding } = inspection
    if (finding !== null && !('sentence' in finding)) await stagedFile.end()
    return new ReceivedFile(id, inspection)
  } catch (error) {
    // The sweep discards the rest; the caller gets the first error.
    await discardFiles(context, [{ id }]).catch((second: unknown) =>
      context.log.warn('files_not_discarded', errorFacts(second)),
    )
    throw error
  }
}

/**
 * Removes the files of a failed form from the quotas and the store. While the store does not answer, their rows remain
 * until the sweep removes them.
 */
export async function discardFiles(context: Context, files: { id: string }[]): Promise<void> {
  const { db, storage, uploads } = context
  for (const { id } of files) {
    const row = await db.transaction((tx) => endUpload(tx, id, 'verifying', { state: 'cancelled' }))
    if (row === null) continue
    if (row.storeId !== null) await uploads.abort(uploadKey(id), row.storeId)
    await storage.remove(uploadKey(id))
    await deleteUpload(db.http, id)
  }
}
