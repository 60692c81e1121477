import * as v from 'valibot'
import { Amount, IssuedValue } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { isClassicAddress } from './addresses.ts'

/**
 * A value in the ledger's format: at most 16 significant digits and an exponent of two digits, plain or scientific. A
 * longer value is not from the ledger, and may not fit into the database. Source: xrpl.org "Currency formats".
 */
export const LedgerValue = v.pipe(
  v.string(),
  v.maxLength(40),
  IssuedValue,
  v.regex(/^[^eE]*(?:[eE][+-]?[0-9]{1,2})?$/),
)

/** An amount of XRP or of an issued currency in a ledger entry. */
export const LedgerAmount = v.pipe(
  Amount,
  v.check(
    (amount) => isDrops(amount) || (v.is(LedgerValue, amount.value) && isClassicAddress(amount.issuer)),
    'The ledger has no such amount.',
  ),
)
