import { t } from '#web/messages.ts'
import { setCurrency, useCurrencies } from '#web/kit/amounts/fiat.ts'
import { currencyTitle } from '#web/kit/amounts/fiat-names.ts'
import { Select } from '#web/ui/select.tsx'

/** Selects the currency shown beside XRP amounts on the whole site. */
export function CurrencySelect() {
  const { currency, offered } = useCurrencies()
  return (
    <Select
      label={t('Currency')}
      value={currency}
      options={offered.map((value) => ({ value, title: currencyTitle(value) }))}
      onChange={setCurrency}
    />
  )
}
