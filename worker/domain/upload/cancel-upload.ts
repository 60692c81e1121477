import { endUpload } from '#db/queries/upload/uploads.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { uploadKey } from '#worker/domain/media/find-file.ts'
import { getUpload } from './sign-parts.ts'

/** Cancels an open upload; an ended one stays unchanged. Throws Refusal: not_found, storage_unavailable. */
export async function cancelUpload(context: Context, actor: Actor, id: string): Promise<void> {
  const { storeId } = await getUpload(context, actor, id)
  const endedUpload = await context.db.transaction((tx) => endUpload(tx, id, 'open', { state: 'cancelled' }))
  if (endedUpload !== null) await context.uploads.abort(uploadKey(id), storeId)
}
