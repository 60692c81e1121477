import { findSignRequest } from '#db/queries/sign-requests.ts'
import type { CheckReply } from '#worker/contract/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { progressOf } from './check-sign-request.ts'

const everyMs = 1000
/** Beyond the payload's own life, time for the ledger and for the marketplace's match. */
const extraMs = 60_000

/** The blocking form: waits for the outcome of a request, at most until it can no longer be signed. */
export async function awaitOutcome(context: Context, uuid: string): Promise<CheckReply> {
  for (;;) {
    const row = await findSignRequest(context.db.read, uuid)
    if (row === null) return { status: 'failed', data: 'The request is failed.', code: 'internal' }
    const reply = await progressOf(context, row)
    if (reply.status !== 'pending') return reply
    if (context.now().getTime() > row.expiresAt.getTime() + extraMs) return reply
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
