import { t } from '#contract/words/sentence.ts'
import { readableDecimal } from './amounts.ts'

export const maxPayees = 5
/** The sum of all shares, which are whole parts of a thousand. */
export const wholeShare = 1000
/**
 * Maximum number of payees that one Batch pays; the rest are paid right afterwards. A Batch may use four tickets of the
 * marketplace, one of them to mint.
 */
export const maxPaidInBatch = 3

/** An account with its share of the artist's part of each sale. */
export interface Payee {
  account: string
  /** From 1 to 1,000; the shares of all payees add up to 1,000. */
  perMille: number
}

/** Divides drops by shares. The first payee gets the remainder. */
export function divideDrops(drops: bigint, perMille: readonly number[]): bigint[] {
  const parts = perMille.map((share) => (drops * BigInt(share)) / BigInt(wholeShare))
  const rest = parts.reduce((remainder, part) => remainder - part, drops)
  return parts.map((part, place) => (place === 0 ? part + rest : part))
}

/** True while a payee has not agreed. Nothing is sold until all payees have agreed. */
export const isPending = (split: { payees: readonly { agreed: boolean }[] } | null): boolean =>
  split?.payees.some(({ agreed }) => !agreed) === true

/** Formats a share as a percentage: "33.3". */
export const percentOf = (perMille: number): string => readableDecimal(String(perMille / 10))

export interface PayeeError {
  /** Index of the payee, from 0. */
  payee: number
  field: keyof Payee
  message: string
}

/**
 * Returns the errors of the payees of a split, for the form and the server. Without payees the artist gets everything.
 */
export function payeeErrors(payees: readonly Payee[], marketplace: string | null): PayeeError[] {
  const sum = payees.reduce((total, { perMille }) => total + perMille, 0)
  const errors = payees.flatMap(({ account, perMille }, payee): PayeeError[] => [
    ...(account === marketplace
      ? [{ payee, field: 'account' as const, message: t('The marketplace account cannot be a payee.') }]
      : []),
    ...(payees.findIndex((otherPayee) => otherPayee.account === account) < payee
      ? [{ payee, field: 'account' as const, message: t('This account is already a payee.') }]
      : []),
    ...(Number.isInteger(perMille) && perMille >= 1 && perMille <= wholeShare
      ? []
      : [
          {
            payee,
            field: 'perMille' as const,
            message: t('A share must be between 0.1 and 100 %, with at most one decimal.'),
          },
        ]),
  ])
  if (errors.length > 0 || payees.length === 0 || sum === wholeShare) return errors
  const message = t('The shares add up to {sum} %. They must add up to 100 %.', {
    sum: percentOf(sum),
  })
  return [{ payee: payees.length - 1, field: 'perMille', message }]
}
