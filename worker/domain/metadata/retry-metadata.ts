import { findMetadataDue, findMetadataTry, makeMetadataDueAgain } from '#db/queries/nft/nfts.ts'
import { makeFilesDueAgain } from '#db/queries/media/work-files.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { sentence } from '#contract/words/sentence.ts'
import type { Context } from '#worker/domain/context.ts'
import { readWorkFileNow } from '#worker/domain/media/read-work-file.ts'
import { fetchTokenMetadata } from './fetch-metadata.ts'

/** Shortest time between two tries for one token, however many visitors request them. */
const pauseSeconds = 60
/** Maximum milliseconds that the reply waits for the try. */
const patienceMs = 12_000

/** Maximum number of files to retry now. The cron retries the rest. */
const maxFilesNow = 3

/** Waits for work, and continues it after the reply if it takes long. */
async function waitFor({ log, afterReply }: Context, metadataReading: Promise<unknown>): Promise<void> {
  const work = metadataReading.catch((error: unknown) => log.warn('metadata_not_retried', errorFacts(error)))
  afterReply(work)
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, patienceMs))])
}

async function tryMetadata(context: Context, id: string): Promise<void> {
  const token = await findMetadataDue(context.db.http, context.rules, id)
  if (token !== null) await waitFor(context, fetchTokenMetadata(context, token))
}

async function tryFiles(context: Context, id: string): Promise<void> {
  const sources = await makeFilesDueAgain(context.db.http, id, pauseSeconds)
  if (sources.length === 0) return
  const readings = sources.slice(0, maxFilesNow).map((src) => readWorkFileNow(context, src))
  await waitFor(context, Promise.all(readings))
}

/**
 * Fetches metadata, or files that it names, again if they could not be read. Returns the state of the metadata. Throws
 * Refusal: not_found, rate_limited.
 */
export async function retryMetadata(context: Context, id: string) {
  const { db, now } = context
  const isDue = await makeMetadataDueAgain(db.http, id, pauseSeconds)
  await (isDue ? tryMetadata(context, id) : tryFiles(context, id))
  const token = await findMetadataTry(db.http, id)
  if (token === null)
    throw new Refusal('not_found', sentence('There is no NFT with this NFTokenID in our index.'))
  const { metadataState, burned, triedAt } = token
  if (isDue || metadataState === 'ready' || burned || triedAt === null) return { metadataState }
  const seconds = Math.max(1, pauseSeconds - Math.floor((now().getTime() - triedAt.getTime()) / 1000))
  throw new Refusal(
    'rate_limited',
    sentence('This was tried a moment ago. Please try again in {seconds} seconds.', { seconds }),
    { retryAfterSeconds: seconds },
  )
}
