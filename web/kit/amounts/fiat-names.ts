import { locale, t } from '#web/messages.ts'

const names = new Intl.DisplayNames(locale, { type: 'currency' })

/** Returns the label of a currency option, such as "XRP and Euro". */
export const currencyTitle = (code: string): string =>
  code === 'XRP' ? t('XRP only') : t('XRP and {currency}', { currency: names.of(code) ?? code })
