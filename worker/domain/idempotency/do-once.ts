import { sentence } from '#contract/words/sentence.ts'
import {
  claimKey,
  findKey,
  type KeyName,
  type KeyRow,
  releaseKey,
  storeReply,
  takeOverKey,
} from '#db/queries/idempotency/idempotency.ts'
import { findSignRequestById } from '#db/queries/sign-request/sign-requests.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'

/**
 * A stored reply. 5xx replies and refusals because of identity or limits are not stored, so that the call can be
 * retried.
 */
export interface Reply {
  status: number
  body: unknown
}

/** After this long, the worker that began the work is assumed to have crashed. */
const takeOverMs = 30_000
/** A second call waits this long for the first before it is refused. */
const waitMs = 10_000
const pollEveryMs = 250

const retryable = new Set([401, 403, 429])

async function run(
  context: Context,
  name: KeyName,
  row: Pick<KeyRow, 'signRequestId'>,
  work: (context: Context) => Promise<Reply>,
): Promise<Reply> {
  const reader = context.db.http
  const reply = await work({ ...context, signRequestId: row.signRequestId })
  if (reply.status >= 500 || retryable.has(reply.status)) {
    await releaseKey(reader, name)
    return reply
  }
  // If a signature was requested, the sign request determines the answer from now on.
  if ((await findSignRequestById(reader, row.signRequestId)) === null)
    await storeReply(reader, name, reply.status, reply.body)
  return reply
}

/**
 * Returns the answer to an earlier call: the stored reply, or that of the sign request; null while the first call is
 * running.
 */
async function findAnswer(
  context: Context,
  name: KeyName,
  row: KeyRow,
  work: (context: Context) => Promise<Reply>,
): Promise<Reply | null> {
  const { db, now } = context
  if (row.status !== null) return { status: row.status, body: row.reply }
  const request = await findSignRequestById(db.http, row.signRequestId)
  if (request !== null && (request.uuid !== null || request.state === 'drawing'))
    return work({ ...context, signRequestId: row.signRequestId })
  const deadline = new Date(now().getTime() - takeOverMs)
  return (await takeOverKey(db.http, name, deadline, now())) ? run(context, name, row, work) : null
}

/**
 * Runs a call with an Idempotency-Key once per account, operation and key: repeating the call within 24 hours returns
 * the same answer, and requests no second signature. Safe after a crash at any point.
 * Throws Refusal: idempotency_conflict (the key was used with another body), already_pending.
 */
export async function doOnce(
  context: Context,
  name: KeyName,
  digest: string,
  work: (context: Context) => Promise<Reply>,
): Promise<Reply> {
  const { db, now } = context
  const fresh = {
    ...name,
    digest,
    signRequestId: crypto.randomUUID(),
    takenAt: now(),
    createdAt: now(),
  }
  if (await claimKey(db.http, fresh)) return run(context, name, fresh, work)
  const end = now().getTime() + waitMs
  while (now().getTime() < end) {
    const row = await findKey(db.http, name)
    // The key was a day old, and the sweep has just deleted its row.
    if (row === null) return doOnce(context, name, digest, work)
    if (row.digest !== digest) {
      throw new Refusal(
        'idempotency_conflict',
        'This Idempotency-Key was already used with another request. Use a new key for a new request.',
      )
    }
    const reply = await findAnswer(context, name, row, work)
    if (reply !== null) return reply
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs))
  }
  throw new Refusal(
    'already_pending',
    sentence(
      'The first request with this Idempotency-Key is still being processed. Try again in half a minute.',
    ),
  )
}
