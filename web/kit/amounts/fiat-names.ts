import { locale, m } from '#web/messages.ts'

const names = new Intl.DisplayNames(locale, { type: 'currency' })

/** "XRP and Euro", for the choice of a currency. */
export const currencyTitle = (code: string): string =>
  code === 'XRP' ? m.kit_fiat_names_xrp_only : m.kit_fiat_names_xrp_and({ currency: names.of(code) ?? code })
