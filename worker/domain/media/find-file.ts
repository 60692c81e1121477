import { sentence } from '#contract/words/sentence.ts'
import { ipfsSource, otherIpfsPath } from '#contract/rules/media.ts'
import { findWorkFile } from '#db/queries/media/work-files.ts'
import { isPinWanted } from '#db/queries/pin/pins.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { takePublicCall } from '#worker/domain/quotas.ts'
import { firstPartBytes, hasTooManyPixels, recognizeFile } from './recognize-file.ts'
import { readHead } from '#worker/ledger/bounded-body.ts'
import type { StoredObject } from '#worker/ports/storage/port.ts'

export type { StoredObject } from '#worker/ports/storage/port.ts'

/** Returns the key of a file in the bucket. It is derived from the content, so the same file is stored once. */
export function storageKey(path: string): string {
  return `ipfs/${path}`
}

/**
 * Returns the key of a file that must not be served yet. The media route never reads there; releasing the file's pin
 * moves the file.
 */
export function heldKey(cid: string): string {
  return `held/${cid}`
}

/** Returns the key of a file until it is verified. Files under this key are never served. */
export function uploadKey(id: string): string {
  return `uploads/${id}`
}

/** True if a file of ours is stored permanently: it belongs to a minted work, or its owner has published it. */
export const isPublished = ({ db }: Context, path: string): Promise<boolean> => isPinWanted(db.http, path)

/** Finds a file that was just released and has not been moved to its public key yet. */
async function findReleased({ db, storage }: Context, cid: string, range?: string) {
  if (cid.includes('/') || !(await isPinWanted(db.http, cid))) return null
  return storage.find(heldKey(cid), range)
}

/** Returns the key of our copy of a file that is not on IPFS, by the hash of its content. */
export function copyKey(hash: string): string {
  return `web/${hash}`
}

export interface FoundFile extends StoredObject {
  /** True if caches may store the file, because it is on other servers as well and cannot be withdrawn. */
  isPublic: boolean
  /** True if caches may store it forever, because its bytes were compared with its address. */
  isVerified: boolean
}

export const octets = 'application/octet-stream'

/** Returns the type of a file if only a later part is requested; the type comes from its first part. */
async function typeOf({ db }: Context, path: string): Promise<string> {
  return (await findWorkFile(db.http, ipfsSource(path)))?.contentType ?? octets
}

const partLength = (range: string): number => {
  const [, first, last] = /^bytes (\d+)-(\d+)/.exec(range) ?? []
  return first === undefined || last === undefined ? 0 : Number(last) - Number(first) + 1
}

/**
 * Reads a file from the IPFS gateways, with the type that its first bytes indicate. Throws Refusal('not_found') if it
 * has too many pixels.
 */
async function findOnIpfs(context: Context, path: string, range?: string): Promise<FoundFile | null> {
  const shorter = otherIpfsPath(path)
  const file =
    (await context.ipfs.find(path, range)) ??
    (shorter === null ? null : await context.ipfs.find(shorter, range))
  if (file === null) return null
  const { isVerified, range: part } = file
  const source = { range: part, isPublic: true, isVerified }
  const bytes = part === null ? (file.bytes ?? 0) : partLength(part)
  if (part !== null && !part.startsWith('bytes 0-'))
    return { ...source, body: file.body, bytes, contentType: await typeOf(context, path) }
  const { head, body } = await readHead(file.body, firstPartBytes)
  const facts = await recognizeFile(head)
  if (facts !== null && hasTooManyPixels(facts)) {
    await body.cancel()
    throw new Refusal('not_found', sentence('This picture has more pixels than a browser can show.'))
  }
  return { ...source, body, bytes, contentType: facts?.contentType ?? octets }
}

/**
 * Finds a file by its IPFS path: first in our own store, then at the IPFS gateways, even if the store does not answer.
 * Returns null if neither has it. Throws Refusal: rate_limited, storage_unavailable (only the store could know),
 * not_found (too many pixels).
 */
export async function findFile(context: Context, path: string, range?: string): Promise<FoundFile | null> {
  let unavailable: Refusal | null = null
  try {
    const object =
      (await context.storage.find(storageKey(path), range)) ?? (await findReleased(context, path, range))
    if (object !== null) return { ...object, isPublic: false, isVerified: true }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'storage_unavailable') throw error
    unavailable = error
    context.log.warn('storage_away', { path })
  }
  await takePublicCall(context, 'ipfs')
  const file = await findOnIpfs(context, path, range)
  if (file !== null) return file
  if (unavailable !== null) throw unavailable
  return null
}
