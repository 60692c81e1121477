import type { SaleCurrency } from '#contract/rules/sale-amounts.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { currencyTitle } from './currency.ts'

/** Returns the name of a currency to show beside a field: "XRP", or the symbol of a listed token. */
export function useCurrencyName(currency: SaleCurrency): string {
  const { tokens } = useSettings()
  return currency === null ? 'XRP' : currencyTitle(currency, tokens)
}
