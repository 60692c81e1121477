import { filmOfStill } from '#contract/rules/media.ts'
import { findWorkFile } from '#db/queries/media/work-files.ts'
import {
  type BurnedWork,
  dropCopy,
  dropForeignPin,
  dropUse,
  dropWorkFile,
  endBurnedWork,
  isInUse,
  listBurnedWorks,
} from '#db/queries/pin/burned-files.ts'
import { lockFile } from '#db/queries/upload/uploads.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { Context } from '#worker/domain/context.ts'
import { copyKey } from '#worker/domain/media/find-file.ts'
import { stillKey } from '#worker/domain/media/find-still.ts'
import { metadataPlace, pathOfSource } from '#worker/domain/media/named-files.ts'

const batch = 100
const unpinMs = 10_000

class PinBusy extends Error {}

/** Ends the pin of a file at the service. Where no gateway says which file a path in a folder is, the pin stays there. */
async function unpin({ ipfs, pinning, log }: Context, path: string): Promise<void> {
  const cid = path.includes('/') ? await ipfs.findCid(path) : path
  if (cid === null) log.warn('pin_not_ended', { path })
  else await pinning.remove(cid, AbortSignal.timeout(unpinMs))
}

/**
 * Frees the copies of a file that no work of the ledger names any more. The objects are removed before the transaction ends: after a
 * crash they are removed again. A call that copies the same file meanwhile waits.
 */
async function freeFile(
  context: Context,
  { id }: BurnedWork,
  src: string,
  use: { sources: string[]; uri?: string },
) {
  const { db, storage } = context
  const path = pathOfSource(src)
  await db.transaction(async (tx) => {
    const row = await findWorkFile(tx, src)
    await lockFile(tx, row?.hash ?? path ?? src)
    await dropUse(tx, id, src)
    if (await isInUse(tx, { src, ...use })) return
    const hash = await dropWorkFile(tx, src)
    if (hash !== null) {
      await dropCopy(tx, hash)
      await storage.remove(copyKey(hash))
    }
    const pin = path === null ? null : await dropForeignPin(tx, path)
    if (pin === 'busy') throw new PinBusy('The file is being pinned.')
    if (path !== null && pin !== null) {
      if (pin.key !== null) await storage.remove(pin.key)
      await unpin(context, path)
    }
    if (row !== null && filmOfStill(row.contentType, row.bytes)) await storage.remove(stillKey(src))
  })
}

async function freeWork(context: Context, work: BurnedWork): Promise<void> {
  const { id, uri, sources } = work
  const document = uri === null ? null : (metadataPlace({ uri, metadata: null })?.src ?? null)
  // Works that share a document share its files. A document without files is small, and stays.
  if (document !== null && uri !== null && sources.length > 0)
    await freeFile(context, work, document, { sources, uri })
  for (const src of sources) await freeFile(context, work, src, { sources: [src] })
  await endBurnedWork(context.db.read, id)
}

/** Frees our copies of files of burned works, and the pins that their owners have requested, unless other works need them. */
export async function freeBurnedFiles(context: Context, deadline: Date): Promise<void> {
  const { db, log, now } = context
  let after = ''
  for (;;) {
    const works = await listBurnedWorks(db.read, after, batch)
    for (const work of works) {
      if (now() >= deadline) return
      after = work.id
      try {
        await freeWork(context, work)
      } catch (error) {
        // The next run tries again; the files of other works do not wait.
        log.warn('burned_files_not_freed', { nftId: work.id, ...errorFacts(error) })
      }
    }
    if (works.length < batch) return
  }
}
