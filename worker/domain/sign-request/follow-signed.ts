import { sentence } from '#contract/words/sentence.ts'
import { findPart } from '#db/queries/part/presigned-parts.ts'
import type { SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { applySettings, applyTransactions } from '#worker/domain/ledger-index/apply-transactions.ts'
import { settleLentPart } from '#worker/domain/part/end-parts.ts'
import { innerHashes } from '#worker/ledger/batch.ts'
import { digestOfBatch } from '#worker/ledger/shown-batches.ts'
import { numberField, type ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { isSuccess } from '#worker/ledger/results.ts'
import { readSignedBlob } from '#worker/ledger/signed-blob.ts'
import { settleBatch } from './follow-batch.ts'
import { endRequest, transition } from './transition.ts'

/**
 * A transaction unknown to all servers is abandoned this many ledgers after its LastLedgerSequence, even if its
 * Sequence has been used (by another transaction). About a quarter of an hour, longer than any server lags.
 */
const graceLedgers = 250
/**
 * Maximum time to follow a signed transaction that may still be applied because it has no LastLedgerSequence, a distant
 * one, or a future Sequence. The index shows the outcome later.
 */
const followMs = 86_400_000
/**
 * Time that the wallet has to submit the transaction itself. A transaction that is in no ledger after that may not have
 * reached the network.
 */
const submitAfterMs = 3000

const isBatch = ({ txjson }: SignRequestRow) => txjson.TransactionType === 'Batch'

/** Stores the outcome, the index changes and their consequences in one database transaction. */
async function settle(
  context: Context,
  row: SignRequestRow,
  entry: ValidatedTransaction,
): Promise<SignRequestRow> {
  const settings = await applySettings(context, entry.closedAt)
  const { settleReservation, onSuccess } = context.purposes[row.purpose]
  const hasSucceeded = isSuccess(entry.meta.TransactionResult)
  const settledRow = await transition(
    context,
    row.id,
    hasSucceeded ? 'succeeded' : 'refused',
    entry,
    async (tx, updatedRow) => {
      await applyTransactions(tx, [entry], settings)
      if (updatedRow.context.reservationId !== undefined) await settleReservation?.(tx)
      return hasSucceeded && onSuccess !== undefined ? onSuccess(context, tx, updatedRow, entry) : updatedRow
    },
  )
  return settledRow ?? row
}

/**
 * True if a signed transaction can never be validated any more. One server's "not found" proves nothing. The proof is
 * that the account's Sequence has not changed in a ledger after LastLedgerSequence.
 */
async function isImpossible(context: Context, row: SignRequestRow): Promise<boolean> {
  const { db, ledger } = context
  const { partId } = row.context
  if (partId !== undefined) {
    // The part is bound to the Sequence of the Batch, so the index provides the proof.
    const part = await findPart(db.http, partId)
    return part !== null && (await settleLentPart(context, part)) === 'free'
  }
  if (await context.purposes[row.purpose].isSuperseded?.(context, row)) return true
  if (row.lastLedger === null || row.account === null || row.blob === null) return false
  const account = await ledger.findAccount(row.account)
  if (account === null || account.ledgerIndex <= row.lastLedger) return false
  const sequence = numberField(readSignedBlob(row.blob)?.tx, 'Sequence') ?? 0
  return account.sequence <= sequence || account.ledgerIndex > row.lastLedger + graceLedgers
}

/**
 * Finds the outer transaction that applied a Batch although no ledger contains the Batch's own blob. The other
 * signatures cover neither its cost nor the kind of its number (Sequence or ticket), so its account may have sent it in
 * another form.
 */
async function findOtherOuter({ ledger }: Context, { txjson }: SignRequestRow) {
  const hashes = innerHashes(txjson)
  const [first] = hashes
  const hash = first === undefined ? undefined : (await ledger.findTransaction(first))?.meta.ParentBatchID
  const outer = hash === undefined ? null : await ledger.findTransaction(hash)
  return outer !== null && digestOfBatch(innerHashes(outer.tx)) === digestOfBatch(hashes) ? outer : null
}

const impossibleMessage = (row: SignRequestRow) =>
  isBatch(row)
    ? sentence(
        'Another transaction from your account came first, or this one did not reach the ledger in time. Nothing was paid: please try again.',
      )
    : sentence(
        'The signed transaction did not reach the ledger in time and can no longer do so. Nothing was charged.',
      )

/**
 * Follows a signed request to its validated result. If the wallet did not submit the blob, the server submits it. The
 * blob is the same, so it takes effect at most once.
 */
export async function followSigned(context: Context, row: SignRequestRow): Promise<SignRequestRow> {
  const { ledger, now } = context
  if (row.txid === null || row.blob === null) return row
  const entry = (await ledger.findTransaction(row.txid)) ?? (await findOtherOuter(context, row))
  if (entry !== null) return isBatch(row) ? settleBatch(context, row, entry) : settle(context, row, entry)
  const waitedMs = row.signedAt === null ? 0 : now().getTime() - row.signedAt.getTime()
  const impossible = await isImpossible(context, row)
  if (impossible || waitedMs > followMs) {
    return endRequest(context, row, 'lost', {
      message: impossible
        ? impossibleMessage(row)
        : sentence(
            'The signed transaction has not reached the ledger within a day. Nothing has been charged so far.',
          ),
    })
  }
  // A wallet that does not report a submission has not submitted. Servers do not queue a Batch, so it is submitted again
  // until a ledger includes it.
  if (row.dispatchedResult === null || isBatch(row) || waitedMs > submitAfterMs) await ledger.submit(row.blob)
  return row
}
