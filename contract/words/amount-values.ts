import type { Amount } from '#contract/schemas/amounts.ts'
import { boundedDecimal, dropsToXrp, formatXrpExact, isDrops } from '#contract/rules/amounts.ts'
import { formatDecimal, parseDecimal } from '#contract/rules/decimal.ts'
import { defaultLanguage } from './languages.ts'
import { type AmountValue, type Sentence, sentence } from './sentence.ts'
import { inLanguage } from './speech.ts'
import { currencyName, type ListedToken, listedToken } from '#contract/schemas/tokens.ts'

// Amounts as values of a sentence that is formatted later, in any language.

/** Returns a currency without an amount: "XRP", "SOLO". An unlisted currency is named with its issuer. */
export function currencySentence(amount: Amount, tokens: readonly ListedToken[]): Sentence {
  if (isDrops(amount)) return 'XRP'
  const { currency, issuer } = amount
  return (
    listedToken(tokens, amount)?.symbol ??
    sentence('{currency} (issued by {issuer})', { currency: currencyName(currency), issuer })
  )
}

/** Returns an amount as a value of a sentence: "12.5 XRP" or "3 SOLO". */
export function amountValue(amount: Amount, tokens: readonly ListedToken[]): AmountValue {
  const unit = currencySentence(amount, tokens)
  if (isDrops(amount)) return { number: dropsToXrp(BigInt(amount)), unit }
  const value = parseDecimal(amount.value) ?? { digits: 0n, exponent: 0 }
  return { number: boundedDecimal(formatDecimal(value)), unit }
}

/** Returns drops as an exact number of XRP: "1,250.00". */
export const xrpValue = (drops: bigint): AmountValue => ({
  number: inLanguage(defaultLanguage, () => formatXrpExact(drops)),
})
