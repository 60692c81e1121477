import { t } from '#contract/words/sentence.ts'
import * as v from 'valibot'
import { classicAddressPattern } from '#contract/rules/ledger.ts'

/** Drops of XRP as text: decimal digits without sign or decimal point, at most `maxDrops`. */
export const Drops = v.pipe(
  v.string(),
  v.regex(
    /^(0|[1-9][0-9]{0,16}|10{17})$/,
    'Give drops as a whole number in a string, 100000000000000000 at most.',
  ),
)

/** The decimal value of an issued currency: plain or with an exponent, at most 16 significant digits on the ledger. */
export const IssuedValue = v.pipe(
  v.string(),
  v.regex(
    /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/,
    'Give the value as a decimal number in a string.',
  ),
)

/** An issued currency. */
export const Currency = v.object({
  currency: v.pipe(
    v.string(),
    v.regex(/^([!-~]{3}|[0-9A-F]{40})$/, () => t('A currency code has 3 characters or 40 hex digits.')),
  ),
  issuer: v.pipe(
    v.string(),
    v.regex(classicAddressPattern, () => t('Enter the address of the issuer; it begins with r.')),
  ),
})
export type Currency = v.InferOutput<typeof Currency>

/** A currency in a form, as JSON; an empty text is XRP. */
export const CurrencyText = v.pipe(
  v.string(),
  v.transform((text): unknown => {
    try {
      return text === '' ? null : JSON.parse(text)
    } catch {
      return text
    }
  }),
  v.nullable(Currency),
)

export const IssuedAmount = v.object({ ...Currency.entries, value: IssuedValue })
export type IssuedAmount = v.InferOutput<typeof IssuedAmount>

/** A text is drops of XRP, an object is an issued currency (XRPL "Currency formats"). */
export const Amount = v.union([Drops, IssuedAmount])
export type Amount = v.InferOutput<typeof Amount>

/** An amount in a form: drops, or an issued currency as JSON. */
export const AmountText = v.pipe(
  v.string(),
  v.transform((text): unknown => {
    try {
      return text.startsWith('{') ? JSON.parse(text) : text
    } catch {
      return text
    }
  }),
  Amount,
)
