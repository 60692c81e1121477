import { and, count, eq, gt, inArray, notExists, sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { releaseBytes } from '#db/queries/media/storage-use.ts'
import { uploads } from '#db/schema/creating.ts'
import { freshAttempt } from '#db/queries/pin/pins.ts'
import { media } from '#db/schema/media.ts'
import { pinRequests, pins } from '#db/schema/pins.ts'
import { nfts } from '#db/schema/tokens.ts'
import { webCopies, webStorage, workFiles, workFileUses } from '#db/schema/work-files.ts'

export interface BurnedWork {
  id: string
  uri: string | null
  /** Paths of the work's files at the media route. */
  sources: string[]
}

/** Lists burned tokens whose copies are not freed yet, in id order. */
export function listBurnedWorks(db: Executor, after: string, limit: number): Promise<BurnedWork[]> {
  return db
    .select({
      id: nfts.id,
      uri: nfts.uri,
      sources: sql<string[]>`array(select src from work_file_uses where nft_id = ${nfts.id} order by src)`,
    })
    .from(nfts)
    .where(and(sql`${nfts.burned} and not ${nfts.filesFreed}`, gt(nfts.id, after)))
    .orderBy(nfts.id)
    .limit(limit)
}

/** Marks the files of a burned token as freed, unless its metadata was read in the meantime and it has files again. */
export async function endBurnedWork(db: Executor, id: string): Promise<void> {
  await db
    .update(nfts)
    .set({ filesFreed: true })
    .where(
      and(
        eq(nfts.id, id),
        notExists(db.select({ src: workFileUses.src }).from(workFileUses).where(eq(workFileUses.nftId, id))),
      ),
    )
}

/**
 * Locks the row of a file until the transaction ends, so that no other token can start to reference it. Returns the
 * hash of its copy.
 */
export async function lockWorkFile(tx: Executor, src: string): Promise<string | null> {
  const [row] = await tx
    .select({ hash: workFiles.hash })
    .from(workFiles)
    .where(eq(workFiles.src, src))
    .for('update')
  return row?.hash ?? null
}

/** Lists the distinct URIs of unburned tokens that name one of these files, up to a limit. */
export async function listUrisNaming(
  tx: Executor,
  sources: string[],
  limit: number,
): Promise<(string | null)[]> {
  const rows = await tx
    .selectDistinct({ uri: nfts.uri })
    .from(workFileUses)
    .innerJoin(nfts, eq(nfts.id, workFileUses.nftId))
    .where(and(inArray(workFileUses.src, sources), eq(nfts.burned, false)))
    .limit(limit)
  return rows.map(({ uri }) => uri)
}

export async function dropUse(tx: Executor, nftId: string, src: string): Promise<void> {
  await tx.delete(workFileUses).where(and(eq(workFileUses.nftId, nftId), eq(workFileUses.src, src)))
}

/** Deletes the row of a file that no existing work names. */
export async function dropWorkFile(tx: Executor, src: string): Promise<void> {
  await tx.delete(workFiles).where(eq(workFiles.src, src))
}

/** True if a file has a copy of this hash. */
export async function isCopyOfFile(tx: Executor, hash: string): Promise<boolean> {
  const rows = await tx
    .select({ src: workFiles.src })
    .from(workFiles)
    .where(eq(workFiles.hash, hash))
    .limit(1)
  return rows.length > 0
}

/** Deletes the record of a copy and subtracts its bytes from the quotas. */
export async function dropCopy(tx: Executor, hash: string): Promise<void> {
  const [copy] = await tx.delete(webCopies).where(eq(webCopies.hash, hash)).returning()
  if (copy === undefined) return
  for (const issuer of [copy.issuer, ''])
    await tx
      .update(webStorage)
      .set({ bytes: sql`greatest(0, ${webStorage.bytes} - ${copy.bytes}::bigint)` })
      .where(eq(webStorage.issuer, issuer))
}

/**
 * Deletes the pin of a file from elsewhere, the accounts' requests for it, and the record of our copy, whose bytes no
 * longer count. Returns the key of the copy; null if the file is not pinned from elsewhere, or 'busy' while it is being
 * pinned.
 */
export async function dropForeignPin(
  tx: Executor,
  cid: string,
): Promise<{ key: string | null } | 'busy' | null> {
  const [pin] = await tx
    .select({ isBusy: sql<boolean>`coalesce(${pins.heldUntil} > now(), false)` })
    .from(pins)
    .where(and(eq(pins.cid, cid), pins.isForeign))
    .for('update')
  if (pin === undefined) return null
  if (pin.isBusy) return 'busy'
  // If another account has uploaded or uses the same file, it is no longer only a copy.
  const [copies] = await tx.select({ count: count() }).from(uploads).where(eq(uploads.cid, cid))
  if ((copies?.count ?? 0) > 1) return null
  await tx.delete(pinRequests).where(eq(pinRequests.cid, cid))
  await tx.delete(pins).where(eq(pins.cid, cid))
  return { key: await dropMedia(tx, cid) }
}

/** Deletes the record of our copy of a file from elsewhere. Returns the copy's key. */
async function dropMedia(tx: Executor, cid: string): Promise<string | null> {
  const [file] = await tx.delete(media).where(eq(media.cid, cid)).returning({ s3Key: media.s3Key })
  const [upload] = await tx.delete(uploads).where(eq(uploads.cid, cid)).returning()
  if (upload !== undefined) await releaseBytes(tx, upload)
  return file?.s3Key ?? null
}

/** Returns the key of our copy of a pinned file from elsewhere; null if there is no copy. */
export async function findForeignKey(tx: Executor, cid: string): Promise<string | null> {
  const [row] = await tx
    .select({ s3Key: media.s3Key })
    .from(pins)
    .innerJoin(media, eq(media.cid, pins.cid))
    .where(and(eq(pins.cid, cid), pins.isForeign, eq(pins.state, 'pinned')))
  return row?.s3Key ?? null
}

/** Makes a file from elsewhere due for copying and pinning again, because our copy is missing. */
export async function copyForeignAgain(tx: Executor, cid: string): Promise<void> {
  await dropMedia(tx, cid)
  await tx.update(pins).set(freshAttempt).where(eq(pins.cid, cid))
}

/** Makes files due for reading again, because their copy is missing. */
export async function readFilesAgain(tx: Executor, hash: string): Promise<void> {
  await tx.update(workFiles).set({ hash: null, tries: 0, dueAt: sql`now()` }).where(eq(workFiles.hash, hash))
}
