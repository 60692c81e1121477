import { filmOfStill } from '#contract/rules/media.ts'
import type { Executor } from '#db/executor.ts'
import { findWorkFile } from '#db/queries/media/work-files.ts'
import {
  type BurnedWork,
  copyForeignAgain,
  dropCopy,
  dropForeignPin,
  dropUse,
  dropWorkFile,
  endBurnedWork,
  findForeignKey,
  isCopyOfFile,
  listBurnedWorks,
  listUrisNaming,
  lockWorkFile,
  readFilesAgain,
} from '#db/queries/pin/burned-files.ts'
import { lockFile } from '#db/queries/upload/uploads.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import { copyKey } from '#worker/domain/media/find-file.ts'
import { stillKey } from '#worker/domain/media/find-still.ts'
import { metadataPlace, pathOfSource } from '#worker/domain/media/named-files.ts'

const batch = 100
const unpinMs = 10_000
/** Maximum number of URIs to check. A document that works name with more URIs is not deleted. */
const maxUris = 1000

/** Thrown if a file is being pinned or read; the next run retries it. */
class FileBusy extends Error {}

/** Unpins a file at the service. If no gateway can resolve a path in a folder to its file, the file stays pinned. */
async function unpin({ ipfs, pinning, log }: Context, path: string): Promise<void> {
  const cid = path.includes('/') ? await ipfs.findCid(path) : path
  if (cid === null) log.warn('pin_not_ended', { path })
  else await pinning.remove(cid, AbortSignal.timeout(unpinMs))
}

async function isMissing({ storage }: Context, key: string): Promise<boolean> {
  const object = await storage.find(key)
  await object?.body.cancel()
  return object === null
}

/**
 * Restores a file that works name now, if an interrupted run may have removed its objects. The file is copied again.
 */
async function restore(
  context: Context,
  tx: Executor,
  { path, hash }: { path: string | null; hash: string | null },
): Promise<void> {
  if (hash !== null && (await isMissing(context, copyKey(hash)))) {
    await dropCopy(tx, hash)
    await readFilesAgain(tx, hash)
  }
  const key = path === null ? null : await findForeignKey(tx, path)
  if (path !== null && key !== null && (await isMissing(context, key))) await copyForeignAgain(tx, path)
}

/** True if a work on the ledger names one of these files and, if a document is given, has that document. */
async function isNamed(tx: Executor, sources: string[], document: string | null): Promise<boolean> {
  const uris = await listUrisNaming(tx, sources, document === null ? 1 : maxUris)
  if (document === null || uris.length === maxUris) return uris.length > 0
  return uris.some((uri) => metadataPlace({ uri, metadata: null })?.src === document)
}

/**
 * Frees the copies of a file that no work on the ledger names any more. Service and store are called last, before the
 * transaction ends, so that they are called again after a failure. A concurrent call that copies the same file waits.
 */
async function freeFile(
  context: Context,
  { id }: BurnedWork,
  src: string,
  { sources, document }: { sources: string[]; document: string | null },
) {
  const { db, storage } = context
  const path = pathOfSource(src)
  await db.transaction(async (tx) => {
    const row = await findWorkFile(tx, src)
    const hash = row?.hash ?? null
    await lockFile(tx, hash ?? path ?? src)
    await dropUse(tx, id, src)
    if ((await lockWorkFile(tx, src)) !== hash) throw new FileBusy('The file is being read.')
    if (await isNamed(tx, sources, document)) return restore(context, tx, { path, hash })
    await dropWorkFile(tx, src)
    const pin = path === null ? null : await dropForeignPin(tx, path)
    if (pin === 'busy') throw new FileBusy('The file is being pinned.')
    if (path !== null && pin !== null) {
      await unpin(context, path)
      if (pin.key !== null) await storage.remove(pin.key)
    }
    if (row !== null && filmOfStill(row.contentType, row.bytes)) await storage.remove(stillKey(src))
    if (hash === null) return
    if (await isCopyOfFile(tx, hash)) return restore(context, tx, { path: null, hash })
    await dropCopy(tx, hash)
    await storage.remove(copyKey(hash))
  })
}

async function freeWork(context: Context, work: BurnedWork): Promise<void> {
  const { id, uri, sources } = work
  const document = uri === null ? null : (metadataPlace({ uri, metadata: null })?.src ?? null)
  // Works that share a document share its files. A document without files is small, and is not deleted.
  if (document !== null && sources.length > 0) await freeFile(context, work, document, { sources, document })
  for (const src of sources) await freeFile(context, work, src, { sources: [src], document: null })
  await endBurnedWork(context.db.http, id)
}

/**
 * Frees our copies of files of burned works, and the pins that their owners have requested, unless other works need
 * them.
 */
export async function freeBurnedFiles(context: Context, deadline: Date): Promise<void> {
  const { db, log, now } = context
  let after = ''
  for (;;) {
    const works = await listBurnedWorks(db.http, after, batch)
    for (const work of works) {
      if (now() >= deadline) return
      after = work.id
      try {
        await freeWork(context, work)
      } catch (error) {
        // The next run retries it, and the files of other works do not wait.
        log.warn('burned_files_not_freed', { nftId: work.id, ...errorFacts(error) })
      }
    }
    if (works.length < batch) return
  }
}
