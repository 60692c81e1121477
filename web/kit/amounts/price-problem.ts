import { maxDrops, tooMuchXrp } from '#contract/rules/amounts.ts'
import { minimumOfferDrops } from '#contract/rules/fees.ts'
import { maxIssuedDrops, type SaleCurrency } from '#contract/rules/sale-amounts.ts'
import { t } from '#web/messages.ts'

/** What is wrong with a price of a work that is minted on demand, by the rules of the server; `drops` is null for a text that is no amount. */
export function priceProblem(drops: bigint | null, currency: SaleCurrency): string | null {
  if (currency === null) {
    if (drops === null || drops < minimumOfferDrops) return t('The price must be at least 0.1 XRP.')
    return drops > maxDrops ? tooMuchXrp() : null
  }
  return drops === null || drops <= 0n || drops >= maxIssuedDrops
    ? t('The price must be above 0 and below 1,000,000,000, with at most six decimals.')
    : null
}
