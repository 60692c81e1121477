import { sentence, t } from '#contract/words/sentence.ts'
import { queryRunningAuction } from '#db/queries/nft/nfts.ts'
import { lsfSellNFToken } from '#contract/rules/ledger.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { RepriceNftsBody } from '#contract/schemas/trading.ts'
import { askForRows, requireOneSignature } from '#worker/domain/batch/ask-for-rows.ts'
import { checkRows } from '#worker/domain/batch/check-rows.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { numberField, textField } from '#worker/ledger/ledger-json.ts'
import { explainResult, isSuccess } from '#worker/ledger/results.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'
import { explainClient } from './explain-refusal.ts'
import { checkFields } from './request-transaction.ts'

type Row = RepriceNftsBody['rows'][number]

/**
 * Checks that the offers to replace belong to the account, are for this NFT, and are on the ledger. Throws Refusal:
 * offer_gone, sale_active.
 */
async function checkReplaced({ db, ledger }: Context, account: string, { txjson, replaces }: Row) {
  const nftId = txjson.NFTokenID
  const offers = await Promise.all(replaces.map((id) => ledger.findOffer(id)))
  const stand = offers.every(
    (offer) =>
      offer !== null &&
      textField(offer, 'Owner') === account &&
      textField(offer, 'NFTokenID') === nftId &&
      numberField(offer, 'Flags') === lsfSellNFToken,
  )
  if (!stand)
    throw new Refusal(
      'offer_gone',
      sentence('This listing is gone: it was sold or cancelled. Reload your offers.'),
    )
  if ((await queryRunningAuction(db.http, nftId)).length > 0)
    throw new Refusal('sale_active', sentence('This NFT is up for auction: its price cannot be changed.'))
}

/**
 * Simulates the new offer alone. Ignores a missing reserve, because cancelling the old offer releases it. Throws
 * Refusal.
 */
async function dryRunOffer(context: Context, { txjson }: Row) {
  const code = await context.ledger.simulate(txjson)
  if (code === null || isSuccess(code) || code === 'tecINSUFFICIENT_RESERVE') return
  throw (await explainClient(context, txjson)(code)) ?? new Refusal('would_fail', explainResult(code))
}

/**
 * Requests one signature that changes the prices of up to seven listings: one cancellation, then the new offers, all or
 * nothing, so that no work is left unlisted or listed twice.
 * Throws Refusal: batch_unavailable, account_mismatch, rows_refused, signer_unavailable.
 */
export async function changePrices(
  context: Context,
  { account }: Actor,
  rows: Row[],
): Promise<SignReferences> {
  await requireOneSignature(context, account)
  await checkRows(rows, async (row) => {
    await checkFields(context, row.txjson, account)
    await checkReplaced(context, account, row)
    await dryRunOffer(context, row)
  })
  const { site } = instructionWords(context)
  return askForRows(context, {
    purpose: 'reprice_many',
    account,
    mode: 'allOrNothing',
    transactions: [
      {
        TransactionType: 'NFTokenCancelOffer',
        NFTokenOffers: [...new Set(rows.flatMap(({ replaces }) => replaces))],
      },
      ...rows.map(({ txjson }) => txjson),
    ],
    rows: rows.map(({ txjson }) => ({ nftId: txjson.NFTokenID })),
    instruction: t('Change {count, plural, one {a price} other {# prices}} on OPX ({site}).', {
      count: rows.length,
      site,
    }),
    returnPath: rows.length === 1 ? `/nft/${rows[0]?.txjson.NFTokenID}` : '/',
  })
}
