import {
  claimAsking,
  moveSignRequest,
  noteUnreachable,
  type SignRequestRow,
  updateSignRequest,
} from '#db/queries/sign-requests.ts'
import { takeShare } from '#db/queries/leases.ts'
import { renewPushToken } from '#db/queries/wallets.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import type { PayloadState } from '#worker/ports/signer/port.ts'
import { acceptSignIn } from './accept-sign-in.ts'
import { closeRequest } from './close-request.ts'
import { followSigned } from './follow-signed.ts'
import { lastLedgerOf, verifySigned } from './verify-signed.ts'

/** While we wait for the webhook, the signer is asked at most this often about one request, whoever polls. */
const askSignerEverySeconds = 10
/** Who wants to know: a page that polls, a buyer who tries again, the sweep of abandoned requests, or a webhook. */
export type Trigger = 'poll' | 'retry' | 'sweep' | 'webhook'

/**
 * And at most this often in a minute about all of them together, each use for itself, so that none takes the calls of another:
 * anybody can begin sign-ins. The platform takes 60 calls a minute of the whole site; the rest is for requests that are made and for
 * webhooks, which are not counted.
 */
const asksAMinute = { poll: 18, retry: 12, sign_in: 10, sweep: 7 }
/** Pause between two looks at a request by a buyer who tries again; the first one is made at once. */
const askForRetryEverySeconds = 3
/** The ledger is asked about a signed transaction about once a close. */
const askLedgerEverySeconds = 1
/** A payload that was opened in time may still be signed this long after it expired. */
const lateSignatureMinutes = 30

/** The older a request, the rarer we ask: the webhook tells us anyway. */
function askAgainAfter(row: SignRequestRow, now: Date): number {
  return Math.max(askSignerEverySeconds, (now.getTime() - row.createdAt.getTime()) / 6000)
}

function expiredFor(row: SignRequestRow, now: Date): number {
  return (now.getTime() - row.expiresAt.getTime()) / 60_000
}

async function onSigned(
  context: Context,
  row: SignRequestRow,
  payload: PayloadState,
): Promise<SignRequestRow> {
  const { db, log, now } = context
  const verdict = await verifySigned(context, row, payload)
  if (!verdict.ok) {
    log.warn('sign_request_mismatch', { uuid: row.uuid, purpose: row.purpose, reason: verdict.message })
    return (
      (await closeRequest(context, row, ['created', 'expired'], {
        state: 'failed',
        code: verdict.code,
        message: verdict.message,
      })) ?? row
    )
  }
  if (row.purpose === 'sign_in') return acceptSignIn(context, row, verdict.signed, payload)
  if (payload.pushToken !== null && row.account !== null) {
    await renewPushToken(db.read, row.account, payload.pushToken, now())
  }
  const moved = await moveSignRequest(db.read, row.id, ['created', 'expired'], {
    state: 'signed',
    signedAt: now(),
    txid: verdict.signed.hash,
    blob: payload.blob,
    lastLedger: lastLedgerOf(verdict.signed),
    dispatchedResult: payload.dispatchedResult,
  })
  return moved === null ? row : followSigned(context, moved)
}

/** A request whose payload never came about, or that the signer has forgotten: it is over once its time is. */
async function giveUpUnborn(context: Context, row: SignRequestRow): Promise<SignRequestRow> {
  if (expiredFor(row, context.now()) < lateSignatureMinutes) return row
  return (await closeRequest(context, row, ['created'], { state: 'expired', code: 'expired' })) ?? row
}

async function askSigner(context: Context, row: SignRequestRow): Promise<SignRequestRow> {
  const { db, signer, now } = context
  if (row.uuid === null) return giveUpUnborn(context, row)
  const payload = await signer.find(row.uuid)
  if (payload === null) return giveUpUnborn(context, row)
  if (payload.signed) return onSigned(context, row, payload)
  if (payload.resolved || payload.cancelled) {
    const ending = {
      state: 'rejected' as const,
      code: 'rejected' as const,
      message: 'Request is rejected by signer.',
    }
    return (await closeRequest(context, row, ['created'], ending)) ?? row
  }
  if (payload.expired && (!payload.opened || expiredFor(row, now()) > lateSignatureMinutes)) {
    const ending = {
      state: 'expired' as const,
      code: 'expired' as const,
      message: 'The request was not signed in time.',
    }
    return (await closeRequest(context, row, ['created'], ending)) ?? row
  }
  if (payload.opened && !row.opened)
    return (await moveSignRequest(db.read, row.id, ['created'], { opened: true })) ?? row
  return row
}

/** Whether it is time to ask the signer about a request, and a call of this minute is left for it. */
async function mayAskSigner({ db, now }: Context, row: SignRequestRow, trigger: Trigger): Promise<boolean> {
  // Nor does it keep others from asking: a buyer who tries again beside it would go away with what has just ended.
  if (trigger === 'webhook') return true
  const isRetry = trigger === 'retry'
  const pause = isRetry ? askForRetryEverySeconds : askAgainAfter(row, now())
  if (!(await claimAsking(db.read, row.id, pause, isRetry))) return false
  const use = row.purpose === 'sign_in' ? 'sign_in' : trigger
  if (await takeShare(db.read, `ask_signer:${use}`, asksAMinute[use])) return true
  // The sweep must not keep somebody who is waiting from asking.
  if (trigger === 'sweep') await updateSignRequest(db.read, row.id, { askedAt: row.askedAt })
  return false
}

/**
 * Brings a request as far as it can go now, and returns it. The one resolver: the browser's poll, the webhook and the
 * cron sweep all call it; calling it again changes nothing. A webhook has the signer asked at once.
 */
export async function resolveSignRequest(
  context: Context,
  row: SignRequestRow,
  trigger: Trigger = 'poll',
): Promise<SignRequestRow> {
  const waits =
    row.state === 'created' || (row.state === 'expired' && (trigger === 'webhook' || trigger === 'retry'))
  if (waits) {
    if (!(await mayAskSigner(context, row, trigger))) return row
    try {
      return await askSigner(context, row)
    } catch (error) {
      // The platform is down: the request stays as it is and is asked about again.
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'signer_unavailable') await noteUnreachable(context.db.read, row.id, context.now())
      context.log.warn('sign_request_unresolved', { uuid: row.uuid, code: error.code })
      return row
    }
  }
  if (row.state !== 'signed') return row
  if (!(await claimAsking(context.db.read, row.id, askLedgerEverySeconds))) return row
  return followSigned(context, row)
}
