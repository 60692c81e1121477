import { t } from '#contract/words/sentence.ts'
import * as v from 'valibot'
import { maxPayees, wholeShare } from '#contract/rules/splits.ts'
import { AccountAddress } from './account-address.ts'

/** The id of a split. The split of an edition has the id of the edition. */
export const SplitId = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.uuid('This is not the id of a split.'))

/** An account that shares the artist's part of each sale: the price less the fee and the royalty. */
const Payee = v.object({
  account: AccountAddress,
  perMille: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(wholeShare)),
})

export const Payees = v.pipe(
  v.array(Payee),
  v.maxLength(maxPayees, () => t('At most {most} accounts can share the revenue.', { most: maxPayees })),
)

export const SplitPayee = v.object({ ...Payee.entries, agreed: v.boolean() })
export type SplitPayee = v.InferOutput<typeof SplitPayee>

/**
 * Payees who share the artist's part of works that are minted on demand. Nothing is sold until all payees have agreed.
 */
export const Split = v.object({ _id: SplitId, payees: v.array(SplitPayee) })
export type Split = v.InferOutput<typeof Split>
