import { moveSignRequest, type SignRequestRow } from '#db/queries/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { applySettings } from '#worker/domain/ledger-index/apply-settings.ts'
import { applyTransactions } from '#worker/domain/ledger-index/apply-transactions.ts'
import { settlePurchases } from '#worker/domain/demand/settle.ts'
import { startNext } from '#worker/domain/trade/start-next.ts'
import { numberField, type ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { explainResult, succeeded } from '#worker/ledger/results.ts'
import { readSignedBlob } from '#worker/ledger/signed-blob.ts'
import { closeRequest } from './close-request.ts'

/**
 * Ledgers past LastLedgerSequence after which a transaction that no server knows is given up even though its Sequence has
 * been used: by another transaction, then. About a quarter of an hour, longer than any server lags.
 */
const graceLedgers = 250
/**
 * How long a signed transaction is followed that nothing proves impossible, because it names no last ledger, a far one, or a
 * Sequence yet to come. The index shows what becomes of it later.
 */
const followMs = 86_400_000
/** The wallet submits by itself; what is not in a ledger after this long may have got lost on the way. */
const submitAfterMs = 3000

/** Outcome, index and whatever comes next, in one database transaction. */
async function settle(
  context: Context,
  row: SignRequestRow,
  entry: ValidatedTransaction,
): Promise<SignRequestRow> {
  const settings = await applySettings(context, entry.closedAt)
  const result = entry.meta.TransactionResult
  return context.db.transaction(async (tx) => {
    const moved = await moveSignRequest(tx, row.id, ['signed'], {
      state: succeeded(result) ? 'success' : 'failed',
      result,
      ledgerIndex: entry.ledgerIndex,
      resolvedAt: context.now(),
      ...(succeeded(result) ? {} : { code: 'ledger_refused' as const, message: explainResult(result) }),
    })
    if (moved === null) return row
    await applyTransactions(tx, [entry], settings)
    if (succeeded(result)) return startNext(context, tx, moved, entry)
    // What was held for it is free again.
    if (moved.context.reservationId !== undefined) await settlePurchases(tx)
    return moved
  })
}

/**
 * Whether a signed transaction can never get into a ledger any more. One server's "not found" proves nothing; that the
 * account's Sequence has not moved in a ledger after LastLedgerSequence does.
 */
async function isImpossible({ ledger }: Context, row: SignRequestRow): Promise<boolean> {
  if (row.lastLedger === null || row.account === null || row.blob === null) return false
  const account = await ledger.findAccount(row.account)
  if (account === null || account.ledgerIndex <= row.lastLedger) return false
  const sequence = numberField(readSignedBlob(row.blob)?.tx, 'Sequence') ?? 0
  return account.sequence <= sequence || account.ledgerIndex > row.lastLedger + graceLedgers
}

/** Takes a signed request to its validated end. A blob that the wallet could not dispatch is submitted by us: the same blob, so never twice. */
export async function followSigned(context: Context, row: SignRequestRow): Promise<SignRequestRow> {
  const { ledger, now } = context
  if (row.txid === null || row.blob === null) return row
  const entry = await ledger.findTransaction(row.txid)
  if (entry !== null) return settle(context, row, entry)
  const waited = row.signedAt === null ? 0 : now().getTime() - row.signedAt.getTime()
  const impossible = await isImpossible(context, row)
  if (impossible || waited > followMs) {
    const moved = await closeRequest(context, row, ['signed'], {
      state: 'failed',
      code: 'not_submitted',
      message: impossible
        ? 'The signed transaction did not reach the ledger in time and can no longer do so. Nothing was charged.'
        : 'The signed transaction has not reached the ledger within a day. Nothing has been charged so far.',
    })
    return moved ?? row
  }
  // A wallet that says nothing of a dispatch has not done it.
  if (row.dispatchedResult === null || waited > submitAfterMs) await ledger.submit(row.blob)
  return row
}
