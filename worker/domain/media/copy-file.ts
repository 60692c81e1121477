import { createHash } from 'node:crypto'
import { recordCopy } from '#db/queries/media/work-files.ts'
import { lockFile } from '#db/queries/upload/uploads.ts'
import type { Executor } from '#db/executor.ts'
import type { Context } from '#worker/domain/context.ts'
import { copyKey, uploadKey } from './find-file.ts'

/** The smallest part that S3 accepts. Memory contains one part for each file that is being copied. */
const partBytes = 5 * 1024 * 1024
/** Bytes kept from the end of a file. An MP4 may have its index (`moov` box) there. */
const tailBytes = 256 * 1024

/** A copy of a file before it is counted. A small copy is in memory, a large one at a key that is never served. */
export interface StagedCopy {
  hash: string
  bytes: number
  tail: Uint8Array
  content: Uint8Array | null
  key: string
}

/** There is no room for a copy. Nothing was counted. */
export class CopyQuota extends Error {}

/** Reads a file to its end, part by part, and hashes it. Rethrows errors of reading the chunks. */
export async function stageCopy(
  { uploads }: Context,
  id: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<StagedCopy> {
  const key = uploadKey(`copy-${id}`)
  const hash = createHash('sha256')
  const parts: { number: number; etag: string }[] = []
  const buffer = new Uint8Array(partBytes)
  let filledBytes = 0
  let bytes = 0
  let tail = new Uint8Array()
  let storeId: string | null = null

  async function putPart(): Promise<void> {
    storeId ??= await uploads.begin(key)
    const number = parts.length + 1
    parts.push({ number, etag: await uploads.putPart(key, storeId, number, buffer.subarray(0, filledBytes)) })
    filledBytes = 0
  }

  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      tail = Buffer.concat([tail, chunk.subarray(-tailBytes)]).subarray(-tailBytes)
      for (let at = 0; at < chunk.length; ) {
        if (filledBytes === partBytes) await putPart()
        const count = Math.min(partBytes - filledBytes, chunk.length - at)
        buffer.set(chunk.subarray(at, at + count), filledBytes)
        filledBytes += count
        at += count
      }
    }
    const facts = { hash: hash.digest('hex'), bytes, tail, key }
    if (storeId === null) return { ...facts, content: buffer.subarray(0, filledBytes) }
    await putPart()
    await uploads.complete(key, storeId, parts)
    return { ...facts, content: null }
  } catch (error) {
    if (storeId !== null) await uploads.abort(key, storeId).catch(() => undefined)
    throw error
  }
}

/**
 * Counts a copy and moves it to its final key, in the caller's transaction. The same content is stored once. Repeating
 * it changes nothing. Throws CopyQuota, Refusal('storage_unavailable').
 */
export async function storeCopy(
  { storage, uploads, settings }: Context,
  tx: Executor,
  copy: StagedCopy,
  { issuer, contentType }: { issuer: string; contentType: string },
): Promise<void> {
  const { hash, bytes, content, key } = copy
  await lockFile(tx, hash)
  const { issuerBytes, totalBytes } = settings.copies
  const state = await recordCopy(tx, { hash, bytes, issuer }, { issuer: issuerBytes, total: totalBytes })
  if (state === null) throw new CopyQuota('The quota for copies is used up.')
  if (state === 'present') return
  if (content === null) await uploads.take(key, copyKey(hash), contentType)
  else await storage.put(copyKey(hash), content, contentType)
}
