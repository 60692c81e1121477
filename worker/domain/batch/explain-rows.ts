import { sentence, type Sentence } from '#contract/words/sentence.ts'
import type { InnerOutcome, SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { batchModes, innerTransactions, standingAlone } from '#worker/ledger/batch.ts'
import { type Fields, numberField } from '#worker/ledger/ledger-json.ts'
import { explainResult, isSuccess } from '#worker/ledger/results.ts'

const unknownReason = sentence('The ledger did not apply the transaction and gave no reason.')

/**
 * Returns why the ledger would refuse a transaction now; null if the transaction would succeed, or if the server does
 * not answer.
 */
async function problemOf({ ledger }: Context, inner: Fields | undefined): Promise<Sentence | null> {
  if (inner === undefined) return null
  const code = await ledger.simulate(standingAlone(inner))
  return code === null || isSuccess(code) ? null : explainResult(code)
}

/**
 * Names the rows that stopped the others. A ledger records no reason for an inner transaction that left no trace. Of
 * independent rows, only the first failed row was tried, because the following Sequences were not reached. With all or
 * nothing, any row may have failed, so each is checked.
 */
export async function explainRows(
  context: Context,
  { txjson, context: { rows = [] } }: SignRequestRow,
  outcomes: InnerOutcome[],
): Promise<InnerOutcome[]> {
  const inner = innerTransactions(txjson)
  const firstRow = outcomes.length - rows.length
  const isAll = numberField(txjson, 'Flags') === batchModes.allOrNothing
  const first = outcomes.findIndex(({ result }) => result === null)
  return Promise.all(
    outcomes.map(async (outcome, place) => {
      const isSuspect = isAll ? outcome.result === null && place >= firstRow : place === first
      if (!isSuspect) return outcome
      const problem = await problemOf(context, inner[place])
      if (problem === null && isAll) return outcome
      return { ...outcome, problem: problem ?? unknownReason }
    }),
  )
}
