import { t } from '#contract/words/sentence.ts'
import type { ListingTransaction, SignReferences } from '#contract/schemas/sign-requests.ts'
import { askForRows, requireOneSignature } from '#worker/domain/batch/ask-for-rows.ts'
import { checkRows } from '#worker/domain/batch/check-rows.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { dryRun } from '#worker/domain/sign-request/dry-run.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'
import { explainClient } from './explain-refusal.ts'
import { checkFields } from './request-transaction.ts'

/**
 * Requests one signature for up to eight sell offers, each by the rules of a single offer. They are independent: if one
 * fails on the ledger, the rest are not undone.
 * Throws Refusal: batch_unavailable, account_mismatch, rows_refused, signer_unavailable.
 */
export async function listManyForSale(
  context: Context,
  { account }: Actor,
  rows: ListingTransaction[],
): Promise<SignReferences> {
  await requireOneSignature(context, account)
  await checkRows(rows, async (txjson) => {
    await checkFields(context, txjson, account)
    await dryRun(context, txjson, explainClient(context, txjson))
  })
  const { site } = instructionWords(context)
  return askForRows(context, {
    purpose: 'list_many',
    account,
    mode: 'independent',
    transactions: rows,
    rows: rows.map(({ NFTokenID: nftId }) => ({ nftId })),
    instruction: t('Make {count, plural, one {# offer} other {# offers}} on OPX ({site}).', {
      count: rows.length,
      site,
    }),
    returnPath: '/',
  })
}
