import { formatDecimal, multiplyDecimals, parseDecimal } from '#contract/rules/decimal.ts'
import { dropsToUsd } from '#contract/rules/prices.ts'
import { locale, t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { createPersistedStore } from '#web/ui/persisted-store.ts'
import { useStore } from '#web/ui/store.ts'
import { announce } from '#web/ui/toasts.ts'

/** Returns true for a currency code. `XRP` means that no other currency is shown. */
const isCode = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{3}$/.test(value)

const currencyStore = createPersistedStore('opx_currency', isCode, 'USD')

/** Sets the currency that is shown beside XRP amounts on all pages. */
export function setCurrency(code: string): void {
  try {
    currencyStore.set(code)
  } catch {
    announce({
      title: t('Your browser does not save settings'),
      text: t("The browser's storage is full or blocked."),
      tone: 'bad',
    })
  }
}

/**
 * Returns the chosen currency and the available ones: XRP, US dollars, and currencies for which the operator has set a
 * rate.
 */
export function useCurrencies(): { currency: string; offered: string[] } {
  const currencies = ['XRP', 'USD', ...useSettings().fiat.map(({ currency }) => currency)]
  const currency = useStore(currencyStore)
  return { currency: currencies.includes(currency) ? currency : 'USD', offered: currencies }
}

export interface Fiat {
  currency: string
  /** Units of the currency per XRP. */
  perXrp: string
  /** Date of the operator's rate; null for US dollars. */
  rateOf: string | null
}

/**
 * Returns the user's currency with its rate per XRP. `usd` is the price of one XRP in dollars. Null if the user has
 * chosen XRP, or if the price is unknown.
 */
export function useFiat(usd: string | null): Fiat | null {
  const { currency } = useCurrencies()
  const rate = useSettings().fiat.find((fiat) => fiat.currency === currency)
  if (usd === null || currency === 'XRP') return null
  if (rate === undefined) return { currency: 'USD', perXrp: usd, rateOf: null }
  const [price, perUsd] = [parseDecimal(usd), parseDecimal(rate.perUsd)]
  if (price === null || perUsd === null) return null
  return { currency, perXrp: formatDecimal(multiplyDecimals(price, perUsd)), rateOf: rate.at }
}

/** Formats drops in a currency, exact to the cent: "$79.97". */
export function inFiat(drops: string, { currency, perXrp }: Fiat): string {
  return formatFiat(dropsToUsd(BigInt(drops), perXrp), currency)
}

/** Formats drops compactly for statistics: "$1.25K" from a thousand up. */
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
