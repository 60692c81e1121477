import { sentence, t } from '#contract/words/sentence.ts'
import { deferPin, finishPin, moveMedia, type PinJob, takePin } from '#db/queries/pin/pins.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { stageCopy } from '#worker/domain/media/copy-file.ts'
import { storageKey } from '#worker/domain/media/find-file.ts'
import { streamOfBytes } from '#worker/ledger/bounded-body.ts'
import { copyFromIpfs, notOnGatewaysRefusal, PermanentPinError } from './copy-from-ipfs.ts'

const atOnce = 3
/** Slowest rate at which the service may receive a file, which determines its timeout. */
const slowestBytesPerSecond = 1_000_000
const graceSeconds = 30
/**
 * Timeout for a file from elsewhere, which is copied first and whose size is unknown. No run of the cron takes longer
 * than this.
 */
const foreignSeconds = 900
const firstPauseMs = 5000
const longestPauseMs = 3_600_000
/** Maximum time to work after the reply, for which the platform allows 30 s. The cron finishes the rest. */
const afterReplyMs = 20_000

/** Publishes a file that is not served yet, before it is pinned. */
async function publish({ db, storage }: Context, job: PinJob, key: string): Promise<void> {
  if (job.s3Key === null || job.s3Key === key) return
  await storage.copy(job.s3Key, key)
  await moveMedia(db.http, job.cid, key)
  await storage.remove(job.s3Key)
}

const timeLimit = (bytes: number) =>
  AbortSignal.timeout(Math.ceil((graceSeconds + bytes / slowestBytesPerSecond) * 1000))

/**
 * Copies a file from elsewhere, then sends its blocks to the service. They have the CID that the work names, however
 * the file was split into blocks. The service compares each block with its hash.
 */
async function pinForeign(context: Context, { cid: path, account }: PinJob): Promise<void> {
  const { ipfs, pinning, storage } = context
  if (account === null) throw new PermanentPinError('Nobody wants this file.')
  const cid = await copyFromIpfs(context, path, account)
  const blocks = await ipfs.findBlocks(cid)
  if (blocks === null) throw notOnGatewaysRefusal(sentence('No IPFS gateway can prove which file this is.'))
  const car = await stageCopy(context, crypto.randomUUID(), blocks)
  try {
    const stagedObject = car.content === null ? await storage.find(car.key) : null
    const body = stagedObject?.body ?? streamOfBytes(car.content ?? new Uint8Array())
    const file = { body, bytes: car.bytes, contentType: 'application/vnd.ipld.car', name: cid, isCar: true }
    const reply = await pinning.add(file, timeLimit(car.bytes))
    if (reply !== cid)
      throw new PermanentPinError(`The pinning service gives this file another CID: ${reply}.`)
  } finally {
    if (car.content === null) await storage.remove(car.key)
  }
}

async function pin(context: Context, job: PinJob): Promise<void> {
  if (job.isForeign) return pinForeign(context, job)
  const key = storageKey(job.cid)
  await publish(context, job, key)
  const file = await context.storage.find(key)
  if (file === null) throw new PermanentPinError('The file is not in our store.')
  const reply = await context.pinning.add(
    { body: file.body, bytes: file.bytes, contentType: file.contentType, name: job.cid, isCar: false },
    timeLimit(file.bytes),
  )
  if (reply !== job.cid)
    throw new PermanentPinError(
      `The pinning service gives this file another CID: ${reply}. Nothing was changed.`,
    )
}

async function fail(context: Context, job: PinJob, holder: string, error: unknown): Promise<void> {
  const tries = job.tries + 1
  const over = error instanceof PermanentPinError
  context.log.warn('pin_failed', { cid: job.cid, tries, over, ...errorFacts(error) })
  const pause = Math.min(firstPauseMs * 2 ** Math.min(job.tries, 20), longestPauseMs)
  await deferPin(context.db.http, job.cid, holder, {
    error: error instanceof Refusal || over ? error.message : t('Something went wrong.'),
    tries,
    dueAt: over ? null : new Date(context.now().getTime() + pause),
  })
}

async function runLine(context: Context, deadline: Date): Promise<number> {
  let count = 0
  while (context.now() < deadline) {
    const holder = crypto.randomUUID()
    const job = await takePin(context.db.http, holder, {
      graceSeconds: 2 * graceSeconds,
      foreignSeconds,
      slowestBytesPerSecond,
    })
    if (job === null) break
    try {
      await pin(context, job)
      await finishPin(context.db.http, job.cid, holder)
      count += 1
    } catch (error) {
      await fail(context, job, holder, error)
    }
  }
  return count
}

/**
 * Processes the queue of pins, a few files at a time, until it is empty or the deadline has passed. Files are streamed
 * from our store to the service. If the service does not answer, it is retried forever with growing pauses. A file for
 * which the service returns a different CID never counts as pinned. May run concurrently. Returns the number of pinned
 * files.
 */
export async function runPins(context: Context, deadline: Date): Promise<number> {
  if (!context.pinning.available) return 0
  const lines = await Promise.all(Array.from({ length: atOnce }, () => runLine(context, deadline)))
  return lines.reduce((sum, count) => sum + count, 0)
}

/** Processes the queue after the reply, without waiting for the next run of the cron. */
export function pinSoon(context: Context): void {
  const work = runPins(context, new Date(context.now().getTime() + afterReplyMs))
  context.afterReply(work.catch((error: unknown) => context.log.warn('pins_not_begun', errorFacts(error))))
}
