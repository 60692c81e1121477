const names = new Intl.DisplayNames('en', { type: 'currency' })

/** "XRP and Euro", for the choice of a currency. */
export const currencyTitle = (code: string): string =>
  code === 'XRP' ? 'XRP only' : `XRP and ${names.of(code) ?? code}`
