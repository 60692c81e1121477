import { moveSignRequest, type SignRequestRow } from '#db/queries/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { applySettings } from '#worker/domain/ledger-index/apply-settings.ts'
import { applyTransactions } from '#worker/domain/ledger-index/apply-transactions.ts'
import { startNext } from '#worker/domain/trade/start-next.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { explainResult, succeeded } from '#worker/ledger/results.ts'

/** Ledgers past LastLedgerSequence before a transaction that nobody has seen is given up. */
const graceLedgers = 3
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
    if (succeeded(result)) await startNext(context, tx, moved, entry)
    return moved
  })
}

/** Takes a signed request to its validated end. A blob that the wallet could not dispatch is submitted by us: the same blob, so never twice. */
export async function followSigned(context: Context, row: SignRequestRow): Promise<SignRequestRow> {
  const { ledger, db, now } = context
  if (row.txid === null || row.blob === null) return row
  const entry = await ledger.findTransaction(row.txid)
  if (entry !== null) return settle(context, row, entry)
  const head = await ledger.validatedHead()
  if (row.lastLedger !== null && head.index > row.lastLedger + graceLedgers) {
    const moved = await moveSignRequest(db.read, row.id, ['signed'], {
      state: 'failed',
      code: 'not_submitted',
      message:
        'The signed transaction did not reach the ledger in time and can no longer do so. Nothing was charged.',
      resolvedAt: now(),
    })
    return moved ?? row
  }
  const waited = row.signedAt === null ? 0 : now().getTime() - row.signedAt.getTime()
  // A wallet that says nothing of a dispatch has not done it.
  if (row.dispatchedResult === null || waited > submitAfterMs) await ledger.submit(row.blob)
  return row
}
