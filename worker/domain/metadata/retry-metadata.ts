import { findMetadataDue, findMetadataTry, makeMetadataDueAgain } from '#db/queries/nft/nfts.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { sentence } from '#contract/words/sentence.ts'
import type { Context } from '#worker/domain/context.ts'
import { fetchTokenMetadata } from './fetch-metadata.ts'

/** Shortest time between two requests to a server for one token, however many visitors ask for it. */
const pauseSeconds = 60
/** How long the reply waits for the try. */
const patienceMs = 12_000

/** Tries once, and continues after the reply if it takes long. */
async function tryNow(context: Context, id: string): Promise<void> {
  const { db, rules, log, afterReply } = context
  const token = await findMetadataDue(db.read, rules, id)
  if (token === null) return
  const work = fetchTokenMetadata(context, token).catch((error: unknown) =>
    log.warn('metadata_not_retried', errorFacts(error)),
  )
  afterReply(work)
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, patienceMs))])
}

/** Has metadata that could not be read fetched again, and returns its state. Throws Refusal: not_found, rate_limited. */
export async function retryMetadata(context: Context, id: string) {
  const { db, now } = context
  const isDue = await makeMetadataDueAgain(db.read, id, pauseSeconds)
  if (isDue) await tryNow(context, id)
  const token = await findMetadataTry(db.read, id)
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
