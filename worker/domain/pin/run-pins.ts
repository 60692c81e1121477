import { t } from '#contract/words/sentence.ts'
import { deferPin, finishPin, moveMedia, type PinJob, takePin } from '#db/queries/pin/pins.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { storageKey } from '#worker/domain/media/find-file.ts'

type PinContext = Pick<Context, 'db' | 'storage' | 'pinning' | 'now' | 'log'>

const atOnce = 3
/** Timeout of the service: a second for each megabyte, and half a minute. */
const slowestBytesPerSecond = 1_000_000
const graceSeconds = 30
const firstPauseMs = 5000
const longestPauseMs = 3_600_000
/** The platform allows 30 s of work after the reply; the cron does the rest. */
const afterReplyMs = 20_000

/** A failure that no retry can fix. */
class PermanentPinError extends Error {}

/** A file that is not served yet is published first. */
async function publish({ db, storage }: PinContext, job: PinJob, key: string): Promise<void> {
  if (job.s3Key === null || job.s3Key === key) return
  await storage.copy(job.s3Key, key)
  await moveMedia(db.read, job.cid, key)
  await storage.remove(job.s3Key)
}

async function pin(context: PinContext, job: PinJob): Promise<void> {
  const key = storageKey(job.cid)
  await publish(context, job, key)
  const file = await context.storage.find(key)
  if (file === null) throw new PermanentPinError('The file is not in our store.')
  const seconds = graceSeconds + file.bytes / slowestBytesPerSecond
  const reply = await context.pinning.add(
    { body: file.body, bytes: file.bytes, contentType: file.contentType, name: job.cid },
    AbortSignal.timeout(Math.ceil(seconds * 1000)),
  )
  if (reply !== job.cid)
    throw new PermanentPinError(
      `The pinning service gives this file another CID: ${reply}. Nothing was changed.`,
    )
}

async function fail(context: PinContext, job: PinJob, holder: string, error: unknown): Promise<void> {
  const tries = job.tries + 1
  const over = error instanceof PermanentPinError
  context.log.warn('pin_failed', { cid: job.cid, tries, over, ...errorFacts(error) })
  const pause = Math.min(firstPauseMs * 2 ** Math.min(job.tries, 20), longestPauseMs)
  await deferPin(context.db.read, job.cid, holder, {
    error: error instanceof Refusal || over ? error.message : t('Something went wrong.'),
    tries,
    dueAt: over ? null : new Date(context.now().getTime() + pause),
  })
}

async function runLine(context: PinContext, deadline: Date): Promise<number> {
  let done = 0
  while (context.now() < deadline) {
    const holder = crypto.randomUUID()
    const job = await takePin(context.db.read, holder, {
      graceSeconds: 2 * graceSeconds,
      slowestBytesPerSecond,
    })
    if (job === null) break
    try {
      await pin(context, job)
      await finishPin(context.db.read, job.cid, holder)
      done += 1
    } catch (error) {
      await fail(context, job, holder, error)
    }
  }
  return done
}

/**
 * Works through the queue of pins, a few files at a time, until it is empty or the time is up. Files are streamed from our store to
 * the service. A service that does not answer is retried forever, with growing pauses; a file that it gives another CID never
 * counts as pinned. May run concurrently. Returns how many were pinned.
 */
export async function runPins(context: PinContext, deadline: Date): Promise<number> {
  if (!context.pinning.available) return 0
  const lines = await Promise.all(Array.from({ length: atOnce }, () => runLine(context, deadline)))
  return lines.reduce((sum, done) => sum + done, 0)
}

/** Starts after the reply, without waiting for the next run of the cron. */
export function pinSoon(context: Context): void {
  const work = runPins(context, new Date(context.now().getTime() + afterReplyMs))
  context.afterReply(work.catch((error: unknown) => context.log.warn('pins_not_begun', errorFacts(error))))
}
