import { lsfDepositAuth, lsfRequireDestTag } from '#contract/rules/ledger.ts'
import type { SaleCurrency } from '#contract/rules/sale-amounts.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { EditionChecks } from '#contract/schemas/editions.ts'
import { queryPayoutTag } from '#db/queries/demand/settle-reservations.ts'
import type { EditionRow } from '#db/queries/edition/editions.ts'
import { listMedia } from '#db/queries/media/files.ts'
import type { Context } from '#worker/domain/context.ts'
import { canHold } from '#worker/domain/demand/sale-price.ts'
import { isPayable } from '#worker/domain/demand/payees.ts'

async function checkPayout(
  context: Context,
  account: string,
  { flags, tag, currency }: { flags: number; tag: number | null; currency: SaleCurrency },
): Promise<EditionChecks['payout']> {
  if (!(await canHold(context, account, 1n, currency))) return 'needs_line'
  if ((flags & lsfRequireDestTag) !== 0 && tag === null) return 'needs_tag'
  // The account may have authorised the marketplace. A dry run shows it.
  return (flags & lsfDepositAuth) === 0 || (await isPayable(context, { account, tag }))
    ? 'arrives'
    : 'needs_permission'
}

/**
 * Reads what the artist of an edition must fix before prints can be sold and paid out. Returns null if the ledger does
 * not answer.
 */
export async function readChecks(
  context: Context,
  { issuer, files, currency }: Pick<EditionRow, 'issuer' | 'files' | 'currency'>,
): Promise<EditionChecks | null> {
  const { db, ledger, treasury } = context
  try {
    const [state, media, [payoutTag]] = await Promise.all([
      ledger.findAccount(issuer),
      listMedia(db.http, files),
      queryPayoutTag(db.http, issuer),
    ])
    return {
      authorized: state?.minter === treasury.account,
      payout: await checkPayout(context, issuer, {
        flags: state?.flags ?? 0,
        tag: payoutTag?.tag ?? null,
        currency,
      }),
      unpinned: media.filter(({ pinnedAt }) => pinnedAt === null).length,
    }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'ledger_unavailable') return null
    throw error
  }
}
