import {
  listUncounted,
  noteVerified,
  storeCount,
  claimForCount,
  type WorkFileRow,
} from '#db/queries/media/work-files.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import type { IpfsFile } from '#worker/ports/ipfs/port.ts'
import { takePublicCall } from '#worker/domain/quotas.ts'

/** Gateways are queried for a file at most once a day, and only if someone views the work. */
const staleMs = 86_400_000
const maxFiles = 10
/** Larger files are only verified when visitors load them, because the platform allows 30 s of work after the reply. */
const maxReadBytes = 64 * 1024 * 1024

/**
 * Reads a file whose bytes are verified while streaming. Returns false if the file is too large; throws if the bytes
 * are wrong.
 */
async function isReadToEnd({ body }: IpfsFile): Promise<boolean> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxReadBytes) return false
  }
  return true
}

async function checkFile(context: Context, { src, address }: WorkFileRow): Promise<void> {
  const { db, ipfs } = context
  await storeCount(db.http, src, await ipfs.countHaving(address))
  const file = await ipfs.find(address)
  if (file === null) return
  const isVerified = file.isVerified && (await isReadToEnd(file))
  if (!file.body.locked) await file.body.cancel()
  await noteVerified(db.http, src, isVerified)
}

async function checkFiles(context: Context, sources: string[]): Promise<void> {
  const { db, now } = context
  const before = new Date(now().getTime() - staleMs)
  for (const src of await listUncounted(db.http, sources.slice(0, maxFiles), before)) {
    try {
      // Comes before the file is claimed, so that a file that cannot be counted now stays due.
      await takePublicCall(context, 'ipfs')
      const row = await claimForCount(db.http, src, before, now())
      if (row !== null) await checkFile(context, row)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'rate_limited') return
      throw error
    }
  }
}

/** Counts, after the reply, how many gateways have these files, and compares the files' bytes with their addresses. */
export function checkFilesSoon(context: Context, sources: string[]): void {
  const work = checkFiles(context, sources)
  context.afterReply(work.catch((error: unknown) => context.log.warn('files_not_checked', errorFacts(error))))
}
