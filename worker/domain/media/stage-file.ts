import { moveUpload } from '#db/queries/upload/uploads.ts'
import type { Context } from '#worker/domain/context.ts'
import { reserveStorage } from './reserve-storage.ts'
import { uploadKey } from './find-file.ts'

/** The smallest part that S3 accepts. Memory contains one part for each form in progress. */
const partBytes = 5 * 1024 * 1024

/**
 * Writes a file to the store while it arrives, under `uploads/`, part by part. Each part counts towards the quotas
 * before it is written; `discardFiles` reverts this for a failed form.
 */
export function stageFile(context: Context, account: string, id: string) {
  const { db, storage, uploads, now } = context
  const key = uploadKey(id)
  const parts: { number: number; etag: string }[] = []
  let storeId: string | null = null
  let buffer = new Uint8Array()
  let filledBytes = 0

  function makeRoom(bytes: number): void {
    if (buffer.length >= bytes) return
    const larger = new Uint8Array(Math.min(partBytes, Math.max(bytes, 2 * buffer.length)))
    larger.set(buffer.subarray(0, filledBytes))
    buffer = larger
  }

  async function reserve(first: boolean): Promise<void> {
    await reserveStorage(
      context,
      first
        ? { id, account, bytes: filledBytes, state: 'verifying', claimedAt: now(), createdAt: now() }
        : { id, account, more: filledBytes },
    )
  }

  async function putPart(): Promise<void> {
    await reserve(storeId === null)
    if (storeId === null) {
      storeId = await uploads.begin(key)
      await moveUpload(db.http, id, 'verifying', { storeId })
    }
    const number = parts.length + 1
    parts.push({ number, etag: await uploads.putPart(key, storeId, number, buffer.subarray(0, filledBytes)) })
    filledBytes = 0
  }

  return {
    async write(block: Uint8Array): Promise<void> {
      for (let at = 0; at < block.length; ) {
        if (filledBytes === partBytes) await putPart()
        const count = Math.min(partBytes - filledBytes, block.length - at)
        makeRoom(filledBytes + count)
        buffer.set(block.subarray(at, at + count), filledBytes)
        filledBytes += count
        at += count
      }
    },
    /**
     * Stores the rest of the file. Throws Refusal: insufficient_funds, storage_quota, storage_full,
     * storage_unavailable.
     */
    async end(): Promise<void> {
      if (storeId === null) {
        await reserve(true)
        await storage.put(key, buffer.subarray(0, filledBytes), 'application/octet-stream')
        return
      }
      await putPart()
      await uploads.complete(key, storeId, parts)
    },
  }
}
