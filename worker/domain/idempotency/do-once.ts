import {
  claimKey,
  findKey,
  type KeyName,
  type KeyRow,
  releaseKey,
  storeReply,
  takeOverKey,
} from '#db/queries/idempotency.ts'
import { findSignRequestById } from '#db/queries/sign-requests.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Context } from '#worker/domain/context.ts'

/** A reply as it is kept: 5xx and refusals of identity and limits are not, so that they can be tried again. */
export interface Reply {
  status: number
  body: unknown
}

/** Work that has not come to an end by then belongs to a worker that has died over it. */
const takeOverMs = 30_000
/** A second call waits this long for the first before it is told to come back. */
const waitMs = 10_000
const lookEveryMs = 250

const passing = new Set([401, 403, 429])

async function run(
  context: Context,
  name: KeyName,
  row: Pick<KeyRow, 'signRequestId'>,
  work: (context: Context) => Promise<Reply>,
): Promise<Reply> {
  const { read } = context.db
  const reply = await work({ ...context, signRequestId: row.signRequestId })
  if (reply.status >= 500 || passing.has(reply.status)) {
    await releaseKey(read, name)
    return reply
  }
  // Where a signature was asked for, the request itself gives the answer from now on.
  if ((await findSignRequestById(read, row.signRequestId)) === null)
    await storeReply(read, name, reply.status, reply.body)
  return reply
}

/** The answer to a call that was made before: kept, or given by its sign request; null while the first is at work. */
async function answered(
  context: Context,
  name: KeyName,
  row: KeyRow,
  work: (context: Context) => Promise<Reply>,
): Promise<Reply | null> {
  const { db, now } = context
  if (row.status !== null) return { status: row.status, body: row.reply }
  const request = await findSignRequestById(db.read, row.signRequestId)
  if (request !== null && request.uuid !== null) return work({ ...context, signRequestId: row.signRequestId })
  const deadline = new Date(now().getTime() - takeOverMs)
  return (await takeOverKey(db.read, name, deadline, now())) ? run(context, name, row, work) : null
}

/**
 * Does what a call with an Idempotency-Key asks for once for the account, the operation and the key: the same call again
 * within 24 hours gets the same answer, and no second signature is asked for. Holds over a crash at any point.
 * Throws Refusal: idempotency_conflict (the key came with another body), already_pending.
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
  if (await claimKey(db.read, fresh)) return run(context, name, fresh, work)
  const end = now().getTime() + waitMs
  while (now().getTime() < end) {
    const row = await findKey(db.read, name)
    // A day old, and swept away this very moment.
    if (row === null) return doOnce(context, name, digest, work)
    if (row.digest !== digest) {
      throw new Refusal(
        'idempotency_conflict',
        'This Idempotency-Key came with another request before. Use a new key for a new request.',
      )
    }
    const reply = await answered(context, name, row, work)
    if (reply !== null) return reply
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
  throw new Refusal(
    'already_pending',
    'The first request with this Idempotency-Key is still being worked on. Ask again in half a minute.',
  )
}
