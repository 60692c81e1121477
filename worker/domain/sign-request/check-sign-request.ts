import { findSaleOfRequest, type SaleRow } from '#db/queries/sales.ts'
import { findSignRequest, type SignRequestRow } from '#db/queries/sign-requests.ts'
import { isDrops } from '#worker/contract/amounts.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { CheckReply, Outcome } from '#worker/contract/sign-requests.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { handOutSession } from '#worker/domain/session/hand-out-session.ts'
import { advanceSale } from '#worker/domain/trade/advance-sale.ts'
import { resolveSignRequest } from './resolve-sign-request.ts'

/** A signed transaction that is not validated after this long is shown as `signed`: look at the explorer. */
const unclearAfterSeconds = 90

export interface Checker {
  actor: Actor | null
  /** The nonce from the browser's cookie; proves that this browser began the sign-in. */
  nonce: string | null
}

function outcome(row: SignRequestRow, sale: SaleRow | null): Outcome {
  const paid = sale?.paid ?? row.context.paid ?? null
  const fee = sale?.fee ?? null
  return {
    purpose: row.purpose,
    nftokenID: row.context.nftId ?? null,
    txid: sale?.txid ?? row.txid,
    ledgerIndex: sale?.ledgerIndex ?? row.ledgerIndex,
    result: sale?.result ?? row.result,
    paidDrops: paid !== null && isDrops(paid) ? paid : null,
    feeDrops: fee !== null && isDrops(fee) ? fee : null,
    paid,
    fee,
  }
}

function pending(row: SignRequestRow, now: Date): CheckReply {
  if (row.state === 'signed') {
    const waited = row.signedAt === null ? 0 : (now.getTime() - row.signedAt.getTime()) / 1000
    if (waited > unclearAfterSeconds) {
      return {
        status: 'signed',
        data: 'The signer signed the request. But something went wrong.',
        ...(row.txid === null ? {} : { txid: row.txid }),
        ...(row.dispatchedResult === null ? {} : { dispatched_result: row.dispatchedResult }),
      }
    }
    return { status: 'pending', stage: 'validating', ...(row.txid === null ? {} : { txid: row.txid }) }
  }
  return { status: 'pending', stage: row.opened ? 'opened' : 'waiting' }
}

function report(row: SignRequestRow, sale: SaleRow | null, now: Date): CheckReply {
  if (row.state === 'created' || row.state === 'signed') return pending(row, now)
  const end = {
    ...(row.message === null ? {} : { data: row.message }),
    ...(row.code === null ? {} : { code: row.code }),
    ...(row.txid === null ? {} : { txid: row.txid }),
  }
  if (row.state !== 'success') return { status: row.state, ...end }
  if (sale === null) return { status: 'success', ...end, outcome: outcome(row, null) }
  if (sale.state === 'matching') return { status: 'pending', stage: 'brokering', ...end }
  const txid = sale.txid ?? row.txid
  return {
    status: sale.state === 'completed' ? 'success' : 'failed',
    ...(sale.message === null ? {} : { data: sale.message }),
    ...(sale.code === null ? {} : { code: sale.code }),
    ...(txid === null ? {} : { txid }),
    outcome: outcome(row, sale),
  }
}

function references(row: SignRequestRow): Pick<CheckReply, 'references'> {
  if (row.uuid === null || row.deepLink === null || row.state !== 'created') return {}
  return {
    references: {
      uuid: row.uuid,
      next: { always: row.deepLink },
      refs: { qr_png: row.qrPng ?? '', websocket_status: row.websocket ?? '' },
      pushed: row.pushed,
      expiresAt: row.expiresAt.toISOString(),
    },
  }
}

/** Where a request of a signed-in account stands, after bringing it on as far as it goes. */
export async function progressOf(context: Context, found: SignRequestRow): Promise<CheckReply> {
  const row = await resolveSignRequest(context, found)
  let sale = row.state === 'success' ? await findSaleOfRequest(context.db.read, row.id) : null
  if (sale?.state === 'matching') sale = await advanceSale(context, sale)
  return { ...report(row, sale, context.now()), ...references(row) }
}

const unknown = () => new Refusal('not_found', 'There is no such request, or it belongs to somebody else.')

/** Answer of `check/{uuid}`. A foreign request looks like one that does not exist. */
export async function checkSignRequest(
  context: Context,
  uuid: string,
  { actor, nonce }: Checker,
): Promise<CheckReply> {
  const row = await findSignRequest(context.db.read, uuid)
  if (row === null) throw unknown()
  if (row.purpose === 'sign_in') return handOutSession(context, row, nonce)
  if (actor === null) throw new Refusal('unauthenticated', 'Connect your wallet to see this request.')
  if (row.account !== actor.account) throw unknown()
  return progressOf(context, row)
}
