import type { Split, SplitPayee } from '#contract/schemas/splits.ts'
import type { PayeeRow } from '#db/queries/split/splits.ts'

export const payeeView = ({
  account,
  perMille,
  agreedAt,
}: Omit<PayeeRow, 'splitId' | 'position'>): SplitPayee => ({ account, perMille, agreed: agreedAt !== null })

/** Returns a split with its payees; null if there are none. */
export function splitView(payees: readonly Omit<PayeeRow, 'position'>[]): Split | null {
  const [first] = payees
  return first === undefined ? null : { _id: first.splitId, payees: payees.map(payeeView) }
}
