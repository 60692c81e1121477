import { forgetUpload } from '#db/queries/uploads.ts'
import { ReceivedFile } from '#worker/contract/media-files.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { uploadKey } from './find-file.ts'
import { inspectFile } from './inspect-file.ts'
import type { Chunks } from './read-blocks.ts'
import { stageFile } from './stage-file.ts'

/**
 * A file of a form, from the line into the store. What no use takes is not kept; the sweep collects what the form leaves
 * behind. Throws Refusal: insufficient_funds, storage_quota, storage_full, storage_unavailable.
 */
export async function receiveFile(
  context: Context,
  { account }: Actor,
  chunks: Chunks,
): Promise<ReceivedFile> {
  const id = crypto.randomUUID()
  const staged = stageFile(context, account, id)
  try {
    const inspected = await inspectFile(chunks, staged.write)
    const { found } = inspected
    if (found === null || 'sentence' in found) await staged.drop()
    else await staged.end()
    return new ReceivedFile(id, inspected)
  } catch (error) {
    await staged.drop()
    await discardFiles(context, [{ id }])
    throw error
  }
}

/** Takes the files of a form that came to nothing out of the store at once. */
export async function discardFiles({ db, storage }: Context, files: { id: string }[]): Promise<void> {
  for (const { id } of files) {
    if (await forgetUpload(db.read, id)) await storage.remove(uploadKey(id))
  }
}
