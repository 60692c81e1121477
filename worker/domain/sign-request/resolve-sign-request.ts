import { defaultLanguage } from '#contract/words/languages.ts'
import { inWords } from '#contract/words/sentence.ts'
import {
  claimAsking,
  noteUnreachable,
  type SignRequestRow,
  updateSignRequest,
} from '#db/queries/sign-request/sign-requests.ts'
import { takeShare } from '#db/queries/leases.ts'
import { insertSession } from '#db/queries/session/sessions.ts'
import { recordSignIn, renewPushToken } from '#db/queries/session/wallets.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { isPageWallet } from '#contract/rules/wallets.ts'
import type { Context } from '#worker/domain/context.ts'
import { numberField } from '#worker/ledger/ledger-json.ts'
import type { PayloadState } from '#worker/ports/signer/port.ts'
import { followSigned } from './follow-signed.ts'
import { endRequest, transition } from './transition.ts'
import { isPart, verifyPart, verifySigned } from './verify-signed.ts'

/** Minimum interval between queries of the signer about one request, while we wait for the webhook. */
const askSignerEverySeconds = 10
/** The cause of the check: a polling page, a buyer who tries again, the sweep of abandoned requests, or a webhook. */
export type Trigger = 'poll' | 'retry' | 'sweep' | 'webhook'

/**
 * Shares of the platform's calls for checking all requests: together half of the calls, because the other half is for
 * new requests. Each use has its own share, because anyone can begin sign-ins. Calls caused by webhooks are not
 * counted.
 */
const shares = { poll: 0.2, retry: 0.12, sign_in: 0.1, sweep: 0.08 }
/** Interval between checks for a buyer who tries again. The first check happens immediately. */
const askForRetryEverySeconds = 3
/** Interval of ledger queries about a signed transaction: about once per ledger close. */
const askLedgerEverySeconds = 1
/** Minutes after expiry during which a payload that was opened in time may still be signed. */
const lateSignatureMinutes = 30

/**
 * Returns the interval of checks, which grows with the age of a request, because the webhook reports changes anyway.
 */
function askAgainAfter(row: SignRequestRow, now: Date): number {
  return Math.max(askSignerEverySeconds, (now.getTime() - row.createdAt.getTime()) / 6000)
}

function expiredFor(row: SignRequestRow, now: Date): number {
  return (now.getTime() - row.expiresAt.getTime()) / 60_000
}

/** Opens a session for a verified sign-in, and stores the account with its push token. */
export async function acceptSignIn(
  context: Context,
  row: SignRequestRow,
  account: string,
  pushToken: string | null,
): Promise<SignRequestRow> {
  const signedAt = context.now()
  const expiresAt = context.sessions.expiryOf(signedAt)
  const { wallet } = row
  // Clients of the specification send a wallet token. Other wallets than Xaman have none, so the server generates it.
  const userToken = isPageWallet(wallet) ? crypto.randomUUID() : null
  const acceptedRow = await transition(context, row.id, 'signed_in', { account }, async (tx, updatedRow) => {
    await recordSignIn(tx, account, pushToken, signedAt)
    await insertSession(tx, { id: row.id, account, wallet, userToken, signedAt, expiresAt })
    return updatedRow
  })
  return acceptedRow ?? row
}

/** Passes the signature for a part of a Batch to the domain that requested it, unless it is no longer needed. */
async function acceptPart(
  context: Context,
  row: SignRequestRow,
  payload: PayloadState,
): Promise<SignRequestRow> {
  const verdict = await verifyPart(context, row, payload)
  if (!verdict.ok) return endRequest(context, row, 'mismatched', verdict)
  try {
    const facts = { blob: payload.blob }
    const acceptedRow = await transition(context, row.id, 'part_signed', facts, async (tx, updatedRow) => {
      await context.purposes[row.purpose].onPart?.(context, tx, updatedRow, verdict.part)
      return updatedRow
    })
    return acceptedRow ?? row
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return endRequest(context, row, 'mismatched', error)
  }
}

async function onSigned(
  context: Context,
  row: SignRequestRow,
  payload: PayloadState,
): Promise<SignRequestRow> {
  const { db, log, now } = context
  if (isPart(row)) return acceptPart(context, row, payload)
  const verdict = await verifySigned(context, row, payload)
  if (!verdict.ok) {
    const { code, message } = verdict
    log.warn('sign_request_mismatch', {
      uuid: row.uuid,
      purpose: row.purpose,
      reason: inWords(message, defaultLanguage),
    })
    return endRequest(context, row, 'mismatched', { code, message })
  }
  const { account, signed } = verdict
  if (row.purpose === 'sign_in') return acceptSignIn(context, row, account, payload.pushToken)
  if (payload.pushToken !== null) await renewPushToken(db.http, account, payload.pushToken, now())
  const signedRow = await transition(context, row.id, 'signed', {
    txid: signed.hash,
    blob: payload.blob,
    // Wallets always set LastLedgerSequence.
    lastLedger: numberField(signed.tx, 'LastLedgerSequence') ?? null,
    dispatchedResult: payload.dispatchedResult,
  })
  return signedRow === null ? row : followSigned(context, signedRow)
}

async function askSigner(context: Context, row: SignRequestRow): Promise<SignRequestRow> {
  const payload = row.uuid === null ? null : await context.signer.find(row.uuid)
  const isTooLate = expiredFor(row, context.now()) >= lateSignatureMinutes
  // The payload was never created, or the signer has deleted it.
  if (payload === null) return isTooLate ? endRequest(context, row, 'forgotten', null) : row
  if (payload.signed) return onSigned(context, row, payload)
  if (payload.resolved || payload.cancelled) return endRequest(context, row, 'rejected', null)
  if (payload.expired && (!payload.opened || isTooLate)) return endRequest(context, row, 'expired', null)
  if (!payload.opened || row.opened) return row
  return (await transition(context, row.id, 'opened', null)) ?? row
}

/**
 * Expires a request that the page passes to its wallet. Only the page knows the state of this request, so otherwise
 * only time ends it.
 */
async function expireInTime(context: Context, row: SignRequestRow): Promise<SignRequestRow> {
  const isOver = row.state === 'created' && row.expiresAt <= context.now()
  return isOver ? endRequest(context, row, 'expired', null) : row
}

/** True if a check at the signer is due for a request, and this minute's quota allows it. */
async function mayAskSigner(
  { db, settings, now }: Context,
  row: SignRequestRow,
  trigger: Trigger,
): Promise<boolean> {
  // `askedAt` stays unchanged. Otherwise a buyer who tries again at the same time would get the request that has just
  // ended.
  if (trigger === 'webhook') return true
  const isRetry = trigger === 'retry'
  const pause = isRetry ? askForRetryEverySeconds : askAgainAfter(row, now())
  if (!(await claimAsking(db.http, row.id, pause, isRetry))) return false
  const use = row.purpose === 'sign_in' ? 'sign_in' : trigger
  if (await takeShare(db.http, `ask_signer:${use}`, Math.ceil(settings.quotas.wallet * shares[use])))
    return true
  // The sweep must not delay the check for a waiting user.
  if (trigger === 'sweep') await updateSignRequest(db.http, row.id, { askedAt: row.askedAt })
  return false
}

/**
 * Advances a request as far as possible, and returns it. Called by the browser's poll, the webhook and the cron sweep;
 * repeating it changes nothing. A webhook queries the signer immediately.
 */
export async function resolveSignRequest(
  context: Context,
  row: SignRequestRow,
  trigger: Trigger = 'poll',
): Promise<SignRequestRow> {
  if (row.state === 'drawing') return (await context.purposes[row.purpose].advanceDraw?.(context, row)) ?? row
  const waits =
    row.state === 'created' || (row.state === 'expired' && (trigger === 'webhook' || trigger === 'retry'))
  if (isPageWallet(row.wallet) && waits) return expireInTime(context, row)
  if (waits) {
    if (!(await mayAskSigner(context, row, trigger))) return row
    try {
      return await askSigner(context, row)
    } catch (error) {
      // The platform is unavailable. The request stays unchanged and is checked again later.
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'signer_unavailable') await noteUnreachable(context.db.http, row.id, context.now())
      context.log.warn('sign_request_unresolved', { uuid: row.uuid, code: error.code })
      return row
    }
  }
  if (row.state !== 'signed') return row
  if (!(await claimAsking(context.db.http, row.id, askLedgerEverySeconds))) return row
  return followSigned(context, row)
}
