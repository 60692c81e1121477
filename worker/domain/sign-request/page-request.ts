import { defaultLanguage } from '#contract/words/languages.ts'
import { inWords, sentence, type Sentence } from '#contract/words/sentence.ts'
import {
  findSignRequestById,
  insertSignRequest,
  type SignRequestRow,
} from '#db/queries/sign-request/sign-requests.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { ErrorCode } from '#contract/schemas/errors.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { PageWallet } from '#contract/rules/wallets.ts'
import type { Context } from '#worker/domain/context.ts'
import { numberField } from '#worker/ledger/ledger-json.ts'
import { readSignedBlob } from '#worker/ledger/signed-blob.ts'
import { fillIn } from './fill-in.ts'
import { followSigned } from './follow-signed.ts'
import { pendingReferences } from './keyed-request.ts'
import { endRequest, transition } from './transition.ts'
import { verifySigned } from './verify-signed.ts'

type Asked = Pick<SignRequestRow, 'account' | 'purpose' | 'txjson' | 'context' | 'createdAt' | 'expiresAt'>

/**
 * Stores a request that the page passes to its wallet, in one statement. If two calls have the same id, the terms of
 * the first call count.
 */
export async function insertPageRequest(
  { db }: Context,
  id: string,
  wallet: PageWallet,
  terms: Asked,
): Promise<SignReferences> {
  const empty = { deepLink: '', qrPng: '', websocket: '' }
  const uuid = crypto.randomUUID()
  await insertSignRequest(db.http, { id, ...terms, wallet, uuid, ...empty, askedAt: terms.createdAt })
  const row = await findSignRequestById(db.http, id)
  const { references } = row === null ? {} : pendingReferences({ ...row, state: 'created' })
  if (references === undefined) throw new Error(`The request ${id} was not stored.`)
  return references
}

const over: Partial<Record<SignRequestRow['state'], { code: ErrorCode; message: Sentence }>> = {
  rejected: { code: 'rejected', message: sentence('This request was declined. Nothing was submitted.') },
  expired: {
    code: 'expired',
    message: sentence('The request was not signed in time. Nothing was submitted.'),
  },
}

/**
 * Checks that a request is still open. Throws Refusal: rejected, expired, already_pending (if it is signed or has a
 * result).
 */
export async function requireOpen(context: Context, row: SignRequestRow): Promise<void> {
  const isLate = row.state === 'created' && row.expiresAt <= context.now()
  const { state } = isLate ? await endRequest(context, row, 'expired', null) : row
  if (state === 'created') return
  const { code, message } = over[state] ?? {
    code: 'already_pending' as const,
    message: sentence('This request has already been signed.'),
  }
  throw new Refusal(code, message)
}

/**
 * Returns the transaction exactly as it must be signed. Must be called before the page calls the wallet. If its
 * Sequence has been used in the meantime, the transaction is filled in again; the earlier version in the wallet can no
 * longer be applied. Throws Refusal: rejected, expired, already_pending, account_not_found, ledger_unavailable.
 */
export async function openPageRequest(context: Context, row: SignRequestRow): Promise<SignRequestRow> {
  await requireOpen(context, row)
  const { account, txjson, expiresAt } = row
  // A sign-in is never submitted, so it needs no Sequence.
  const fresh = account === null ? txjson : await fillIn(context, account, txjson, expiresAt)
  const isCurrent = fresh.Sequence === txjson.Sequence
  const updatedRow = await transition(context, row.id, 'page_opened', { txjson: isCurrent ? txjson : fresh })
  if (updatedRow === null) {
    const currentRow = await findSignRequestById(context.db.http, row.id)
    await requireOpen(context, currentRow ?? row)
    throw new Refusal('expired', sentence('This request is over.'))
  }
  return updatedRow
}

/**
 * Checks that no other transaction of the account has used the Sequence. Otherwise throws Refusal('would_fail'), and
 * the page requests a new signature.
 */
async function requireCurrent({ ledger }: Context, account: string, sequence: number | undefined) {
  const state = await ledger.findAccount(account)
  if (state === null || sequence === undefined || state.sequence <= sequence) return
  throw new Refusal(
    'would_fail',
    sentence(
      'Another transaction from your account came first, so this signature can no longer be used. Send the request to your wallet again.',
    ),
  )
}

const hashOf = (row: SignRequestRow, blob: string) =>
  row.blob === blob && row.signedAt !== null ? (readSignedBlob(blob)?.hash ?? null) : null

/**
 * Accepts the signature of a page's wallet. Only the server submits the transaction, and only if it is exactly the
 * requested one; otherwise the request stays open, because the wallet may have used another account. Repeated calls
 * change nothing and return the same result. Throws Refusal: signature_mismatch, wrong_network, would_fail, rejected,
 * expired, already_pending, ledger_unavailable.
 */
export async function handIn(
  context: Context,
  row: SignRequestRow,
  { blob, network }: { blob: string; network: string | null },
): Promise<string> {
  const { log } = context
  const hash = hashOf(row, blob)
  if (hash !== null) return hash
  await requireOpen(context, row)
  const verdict = await verifySigned(context, row, {
    blob,
    // Xaman's platform uses the same spelling.
    network: network?.toUpperCase() ?? null,
    account: null,
  })
  if (!verdict.ok) {
    log.warn('hand_in_mismatch', {
      uuid: row.uuid,
      wallet: row.wallet,
      reason: inWords(verdict.message, defaultLanguage),
    })
    throw new Refusal(verdict.code, verdict.message)
  }
  const { account, signed } = verdict
  await requireCurrent(context, account, numberField(signed.tx, 'Sequence'))
  const updatedRow = await transition(context, row.id, 'handed_in', {
    txid: signed.hash,
    blob,
    lastLedger: numberField(signed.tx, 'LastLedgerSequence') ?? null,
    dispatchedResult: null,
  })
  if (updatedRow === null) {
    const currentRow = (await findSignRequestById(context.db.http, row.id)) ?? row
    const sameHash = hashOf(currentRow, blob)
    if (sameHash !== null) return sameHash
    await requireOpen(context, currentRow)
    throw new Refusal('already_pending', sentence('This request has already been signed.'))
  }
  try {
    await followSigned(context, updatedRow)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // The signature is stored, so the page's poll and the sweep will submit it.
    log.warn('hand_in_not_submitted', { uuid: row.uuid, ...errorFacts(error) })
  }
  return signed.hash
}

/**
 * Records that the user has declined the request, in the wallet or in the page. Throws Refusal: expired,
 * already_pending.
 */
export async function declineRequest(context: Context, row: SignRequestRow): Promise<void> {
  if (row.state === 'rejected') return
  await requireOpen(context, row)
  const { state } = await endRequest(context, row, 'rejected', null)
  if (state === 'rejected') return
  const currentRow = (await findSignRequestById(context.db.http, row.id)) ?? row
  if (currentRow.state !== 'rejected') await requireOpen(context, currentRow)
}
