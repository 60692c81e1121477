import { isPinWanted } from '#db/queries/pin/pins.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { takePublicCall } from '#worker/domain/quotas.ts'
import type { StoredObject } from '#worker/ports/storage/port.ts'

export type { StoredObject } from '#worker/ports/storage/port.ts'

/** Key of a file in the bucket: by content, so the same file is stored once. */
export function storageKey(path: string): string {
  return `ipfs/${path}`
}

/** Key of a file that must not be served yet: the media route never reads there. Releasing its pin moves it. */
export function heldKey(cid: string): string {
  return `held/${cid}`
}

/** Key of a file until it is verified: nothing under it is ever served. */
export function uploadKey(id: string): string {
  return `uploads/${id}`
}

/** Whether a file of ours is to stay for good: it belongs to something that was minted, or that its owner has published. */
export const isPublished = ({ db }: Context, cid: string): Promise<boolean> => isPinWanted(db.read, cid)

/** A file that was just released and is not at its public key yet. */
async function findReleased({ db, storage }: Context, cid: string, range?: string) {
  if (cid.includes('/') || !(await isPinWanted(db.read, cid))) return null
  return storage.find(heldKey(cid), range)
}

/**
 * A file by its IPFS path: from our own store first, then from the IPFS gateways, also when the store does not answer. Null when
 * neither has it. Throws Refusal: rate_limited, storage_unavailable (only the store could know).
 */
export async function findFile(context: Context, path: string, range?: string): Promise<StoredObject | null> {
  let unavailable: Refusal | null = null
  try {
    const object =
      (await context.storage.find(storageKey(path), range)) ?? (await findReleased(context, path, range))
    if (object !== null) return object
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'storage_unavailable') throw error
    unavailable = error
    context.log.warn('storage_away', { path })
  }
  await takePublicCall(context, 'ipfs')
  const file = await context.ipfs.find(path)
  if (file !== null) return { body: file.body, contentType: file.contentType, bytes: 0, range: null }
  if (unavailable !== null) throw unavailable
  return null
}
