import type { SignPurpose } from '#contract/rules/actions.ts'
import { sentence } from '#contract/words/sentence.ts'
import type { SignRow } from '#db/queries/sign-request/sign-requests.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { termsOf } from '#worker/domain/part/presign-batch.ts'
import { openSignRequest } from '#worker/domain/sign-request/open-sign-request.ts'
import { type batchModes, buildOwnBatch } from '#worker/ledger/batch.ts'
import type { Fields } from '#worker/ledger/ledger-json.ts'
import { oneAtATime, whyTwoSteps } from './choose-flow.ts'

export interface RowsOrder {
  purpose: SignPurpose
  account: string
  mode: keyof typeof batchModes
  /** The transactions of the rows come last, in the order of the rows. */
  transactions: ({ TransactionType: string } & Fields)[]
  rows: SignRow[]
  instruction: string
  returnPath: string
}

/**
 * Throws Refusal('batch_unavailable') if the network, the wallet or a setting does not allow one signature for several
 * transactions.
 */
export async function requireOneSignature(context: Context, account: string): Promise<void> {
  const twoStepsReason = await whyTwoSteps(context, account)
  if (twoStepsReason === null) return
  throw new Refusal(
    'batch_unavailable',
    twoStepsReason === 'wallet_cannot'
      ? sentence('{wallet} signs one transaction at a time: request each row separately.', {
          wallet: oneAtATime(context, account) ?? 'Your wallet',
        })
      : sentence('One signature for several transactions is not available now: request each row separately.'),
  )
}

/**
 * Requests one signature of an account for several of its transactions (XLS-56, Batch). The Sequences are based on the
 * newest validated ledger: if another transaction of the account is applied first, the request can no longer apply, not
 * even in part. Throws Refusal: account_not_found, signer_unavailable.
 */
export async function askForRows(context: Context, order: RowsOrder): Promise<SignReferences> {
  const { purpose, account, mode, transactions, rows, instruction, returnPath } = order
  const { sequence, lastLedger, cost } = await termsOf(context, account, {
    inner: transactions.length,
    signatures: 0,
  })
  return openSignRequest(context, {
    purpose,
    account,
    txjson: buildOwnBatch(transactions, { account, sequence, lastLedger, cost, mode }),
    context: { rows },
    instruction,
    returnPath,
  })
}
