import { formatDecimal, multiplyDecimals, parseDecimal } from '#contract/rules/decimal.ts'
import { dropsToUsd } from '#contract/rules/prices.ts'
import { locale, t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { createPersistedStore } from '#web/ui/persisted-store.ts'
import { useStore } from '#web/ui/store.ts'
import { announce } from '#web/ui/toasts.ts'

/** XRP alone, or the code of a currency that is shown beside it. */
const isCode = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{3}$/.test(value)

const currencyStore = createPersistedStore('opx_currency', isCode, 'USD')

/** Sets the currency that is shown beside amounts in XRP, on all pages. */
export function setCurrency(code: string): void {
  try {
    currencyStore.set(code)
  } catch {
    announce({
      title: t('Your browser does not save settings'),
      text: t('Its storage is full or blocked.'),
      tone: 'bad',
    })
  }
}

/** Dollars, and the currencies with a rate of the operator. */
export function useCurrencies(): { currency: string; offered: string[] } {
  const currencies = ['XRP', 'USD', ...useSettings().fiat.map(({ currency }) => currency)]
  const currency = useStore(currencyStore)
  return { currency: currencies.includes(currency) ? currency : 'USD', offered: currencies }
}

export interface Fiat {
  currency: string
  /** Units of the currency for one XRP. */
  perXrp: string
  /** The day of the operator's rate; null for dollars. */
  rateOf: string | null
}

/** The chosen currency at a price of XRP in dollars; null for XRP alone, or without a price. */
export function useFiat(usd: string | null): Fiat | null {
  const { currency } = useCurrencies()
  const rate = useSettings().fiat.find((fiat) => fiat.currency === currency)
  if (usd === null || currency === 'XRP') return null
  if (rate === undefined) return { currency: 'USD', perXrp: usd, rateOf: null }
  const [price, perUsd] = [parseDecimal(usd), parseDecimal(rate.perUsd)]
  if (price === null || perUsd === null) return null
  return { currency, perXrp: formatDecimal(multiplyDecimals(price, perUsd)), rateOf: rate.at }
}

/** Drops in a currency, exact to its cent: "$79.97". */
export function inFiat(drops: string, { currency, perXrp }: Fiat): string {
  return formatFiat(dropsToUsd(BigInt(drops), perXrp), currency)
}

/** The same in statistics: "$1.25K" from a thousand up. */
export function inFiatCompact(drops: string, { currency, perXrp }: Fiat): string {
  const decimal = dropsToUsd(BigInt(drops), perXrp)
  return formatFiat(
    decimal,
    currency,
    decimal.length >= '1000.00'.length && {
      notation: 'compact',
      maximumFractionDigits: 2,
      useGrouping: true,
    },
  )
}

function formatFiat(decimal: string, currency: string, options?: Intl.NumberFormatOptions | false): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...options })
  // A decimal text is formatted exactly, without a floating-point number.
  return format.format(decimal as Intl.StringNumericLiteral)
}
