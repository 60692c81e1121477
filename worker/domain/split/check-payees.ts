import { t } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { type Payee, type PayeeError, payeeErrors } from '#contract/rules/splits.ts'
import type { Context } from '#worker/domain/context.ts'
import { isClassicAddress } from '#worker/ledger/addresses.ts'

/** Checks payees. Throws Refusal('validation_failed') with their errors, field by field. */
export function checkPayees({ treasury }: Context, payees: readonly Payee[]): void {
  const message = t(
    'This is not an XRP Ledger address. An address begins with r and has 25 to 35 characters.',
  )
  const errors = [
    ...payees.flatMap(({ account }, payee): PayeeError[] =>
      isClassicAddress(account) ? [] : [{ payee, field: 'account', message }],
    ),
    ...payeeErrors(payees, treasury.account),
  ]
  const [first] = errors
  if (first !== undefined)
    throw new Refusal('validation_failed', first.message, {
      errors: errors.map(({ payee, field, message }) => ({ path: `payees.${payee}.${field}`, message })),
    })
}
