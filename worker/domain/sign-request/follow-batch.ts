import { sentence } from '#contract/words/sentence.ts'
import type { InnerOutcome, SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import type { Executor } from '#db/executor.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { applySettings, applyTransactions } from '#worker/domain/ledger-index/apply-transactions.ts'
import { followLedgers } from '#worker/domain/ledger-index/follow-ledgers.ts'
import { batchModes, innerHashes, innerResults, isComplete } from '#worker/ledger/batch.ts'
import { indexChanges } from '#worker/ledger/index-changes.ts'
import { type Fields, numberField, textField, type ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { isSuccess } from '#worker/ledger/results.ts'
import { transition } from './transition.ts'

/** Maximum time that a request waits for the index. The next poll continues. */
const catchUpMs = 3000

type Results = (ValidatedTransaction | null)[]

/**
 * Reads the outcome of the inner transactions of a validated Batch. Only the whole ledger proves that an inner
 * transaction left no trace; null if the server does not have it (yet).
 */
async function readInner(
  { ledger }: Context,
  batch: Fields,
  outer: ValidatedTransaction,
): Promise<Results | null> {
  const entries = await Promise.all(innerHashes(batch).map((hash) => ledger.findTransaction(hash)))
  if (entries.every((entry) => entry !== null)) return entries
  const whole = await ledger.findLedger(outer.ledgerIndex)
  return whole === null || whole.rereads.isIncomplete ? null : innerResults(batch, whole.transactions)
}

/** Returns the token that an inner transaction names, mints or moves. */
function nftOf(entry: ValidatedTransaction): string | null {
  const [changedId] = indexChanges([entry]).nfts.keys()
  return textField(entry.tx, 'NFTokenID') ?? changedId ?? null
}

const outcomesOf = (batch: Fields, results: Results): InnerOutcome[] =>
  innerHashes(batch).map((txid, place) => {
    const entry = results[place] ?? null
    return {
      txid,
      result: entry?.meta.TransactionResult ?? null,
      nftId: entry === null ? null : nftOf(entry),
    }
  })

/**
 * Returns the inner transaction that represents the whole Batch: the first that moved a token, or else the first that
 * succeeded.
 */
function mainOf(entries: ValidatedTransaction[]): ValidatedTransaction | undefined {
  return entries.find(({ tx }) => tx.TransactionType === 'NFTokenAcceptOffer') ?? entries[0]
}

const nothingHappened = new Refusal(
  'ledger_refused',
  sentence('The ledger applied none of this. Nothing was paid.'),
)

/**
 * Ends a request whose Batch is in a validated ledger. The result of the outer transaction proves nothing:
 * all-or-nothing succeeds if every inner transaction did, and independent rows succeed if at least one did. Writes
 * everything in one database transaction.
 */
export async function settleBatch(
  context: Context,
  row: SignRequestRow,
  outer: ValidatedTransaction,
): Promise<SignRequestRow> {
  const { txjson, purpose } = row
  const { partId } = row.context
  const results = await readInner(context, txjson, outer)
  if (results === null) return row
  const settings = await applySettings(context, outer.closedAt)
  const entries = results.filter((entry) => entry !== null)
  const successes = entries.filter(({ meta }) => isSuccess(meta.TransactionResult))
  const isAll = numberField(txjson, 'Flags') === batchModes.allOrNothing
  const main = mainOf(successes)
  const { settlePart, explainUndone, explainRows, onBatch } = context.purposes[purpose]
  const outcomes = outcomesOf(txjson, results)
  const explainOutcomes = async () => (await explainRows?.(context, row, outcomes)) ?? outcomes
  if (main !== undefined && (!isAll || isComplete(results))) {
    const follow = async (tx: Executor, updatedRow: SignRequestRow) => {
      await applyTransactions(tx, [outer, ...entries], settings)
      if (partId !== undefined) await settlePart?.(context, tx, partId, entries)
      await onBatch?.(context, tx, updatedRow, results)
      return updatedRow
    }
    const facts = { outer, main, inner: await explainOutcomes() }
    return (await transition(context, row.id, 'carried_out', facts, follow)) ?? row
  }
  // The index shows the reason once it has reached that ledger.
  const { to } = await followLedgers(context, new Date(context.now().getTime() + catchUpMs))
  if (to < outer.ledgerIndex) return row
  const { code, message } = (await explainUndone?.(context, row)) ?? nothingHappened
  const follow = async (tx: Executor, updatedRow: SignRequestRow) => {
    await applyTransactions(tx, [outer, ...entries], settings)
    return updatedRow
  }
  const facts = { outer, inner: await explainOutcomes(), code, message }
  return (await transition(context, row.id, 'undone', facts, follow)) ?? row
}
