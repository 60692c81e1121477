import { locale, t } from '#web/messages.ts'

const names = new Intl.DisplayNames(locale, { type: 'currency' })

/** "XRP and Euro", for the choice of a currency. */
export const currencyTitle = (code: string): string =>
  code === 'XRP' ? t('XRP only') : t('XRP and {currency}', { currency: names.of(code) ?? code })
