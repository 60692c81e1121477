import { accountPattern } from '#contract/rules/ledger.ts'
import { type Payee, payeeErrors, percentOf } from '#contract/rules/splits.ts'
import { t } from '#web/messages.ts'

/** A payee as typed: an address, and a percentage. */
export interface PayeeDraft {
  account: string
  share: string
}

/** Converts payees to the form fields. */
export const payeeDraftsOf = (payees: readonly Payee[]): PayeeDraft[] =>
  payees.map(({ account, perMille }) => ({ account, share: percentOf(perMille) }))

export interface PayeeDraftError {
  payee: number
  field: keyof PayeeDraft
  message: string
}

/** Parses typed payees for the API call, and returns the errors of their fields by the server's rules. */
export function checkPayees(
  drafts: readonly PayeeDraft[],
  marketplace: string | null,
): { payees: Payee[]; errors: PayeeDraftError[] } {
  const payees = drafts.map(({ account, share }) => ({
    account: account.trim(),
    perMille: /^\d{1,3}([.,]\d)?$/.test(share.trim())
      ? Math.round(Number(share.trim().replace(',', '.')) * 10)
      : Number.NaN,
  }))
  const errors = payees.flatMap(({ account }, payee): PayeeDraftError[] =>
    accountPattern.test(account)
      ? []
      : [
          {
            payee,
            field: 'account',
            message: t(
              'This is not an XRP Ledger address. An address begins with r and has 25 to 35 characters.',
            ),
          },
        ],
  )
  const fields = { account: 'account', perMille: 'share' } as const
  const wrong = payeeErrors(payees, marketplace)
  return {
    payees,
    errors: [...errors, ...wrong.map(({ field, ...error }) => ({ ...error, field: fields[field] }))],
  }
}
