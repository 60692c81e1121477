import { maxDrops, tooMuchXrp } from '#contract/rules/amounts.ts'
import { minimumOfferDrops } from '#contract/rules/fees.ts'
import { maxIssuedDrops, type SaleCurrency } from '#contract/rules/sale-amounts.ts'
import { t } from '#web/messages.ts'

/**
 * Returns the problem of a price for a work that is minted on demand, by the server's rules. `drops` is null if the
 * text is not an amount.
 */
export function priceProblem(drops: bigint | null, currency: SaleCurrency): string | null {
  if (currency === null) {
    if (drops === null || drops < minimumOfferDrops) return t('The price must be at least 0.1 XRP.')
    return drops > maxDrops ? tooMuchXrp() : null
  }
  return drops === null || drops <= 0n || drops >= maxIssuedDrops
    ? t('The price must be above 0 and below 1,000,000,000, with at most six decimals.')
    : null
}
