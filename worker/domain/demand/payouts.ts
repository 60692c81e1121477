import { inWords, sentence, type Sentence } from '#contract/words/sentence.ts'
import {
  queryOwedDrops,
  queryPayouts,
  queryPayoutTag,
  savePayoutTag,
} from '#db/queries/demand/settle-reservations.ts'
import type { PayoutsReply } from '#contract/schemas/selling.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { explainResult } from '#worker/ledger/results.ts'

const maxShown = 200

/** Reasons why a payment to an artist was refused, and what the artist can do about it. */
const remedies: Record<string, Sentence> = {
  tecDST_TAG_NEEDED: sentence('Your account requires a destination tag. Save one here to be paid.'),
  tecNO_PERMISSION: sentence(
    'Your account takes payments from authorised accounts only. Authorise the marketplace account, or lift deposit authorisation.',
  ),
  tecNO_DST: sentence('Your account is no longer on the ledger. Fund it again to be paid.'),
  tecPATH_DRY: sentence(
    'Your account has no trust line for this currency, or it is frozen. Set it up to be paid.',
  ),
  tecPATH_PARTIAL: sentence('Your trust line for this currency has no room. Raise its limit to be paid.'),
  tecNO_DST_INSUF_XRP: sentence('Your account is no longer on the ledger. Fund it again to be paid.'),
}

/**
 * Lists the payouts of an account for on-demand sales, paid and owed, and the payouts of payees who share the account's
 * revenue.
 */
export async function listPayouts({ db }: Context, { account }: Actor): Promise<PayoutsReply> {
  const [rows, tags, owedRows] = await db.http.batch([
    queryPayouts(db.http, account, maxShown),
    queryPayoutTag(db.http, account),
    queryOwedDrops(db.http, account),
  ])
  return {
    owedDrops: owedRows[0]?.drops ?? '0',
    destinationTag: tags[0]?.tag ?? null,
    payouts: rows.map((row) => ({
      nftokenID: row.nftId,
      payee: row.creator === null ? null : row.artist,
      amountDrops: row.amountDrops.toString(),
      priceDrops: row.priceDrops.toString(),
      feeDrops: row.feeDrops.toString(),
      royaltyDrops: row.royaltyDrops.toString(),
      currency: row.currency,
      state: row.state,
      txid: row.txid,
      problem:
        row.state === 'paid' || row.result === null
          ? null
          : inWords((row.artist === account ? remedies[row.result] : null) ?? explainResult(row.result)),
      date: (row.paidAt ?? row.createdAt).toISOString(),
    })),
  }
}

/** Stores the destination tag for payouts, and immediately retries owed payouts. */
export async function setPayoutTag(context: Context, actor: Actor, tag: number | null): Promise<void> {
  await context.db.transaction((tx) => savePayoutTag(tx, actor.account, tag))
}
