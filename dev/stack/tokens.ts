import { currencyCode } from '#worker/contract/tokens.ts'
import { listedSymbols } from '#worker/domain/market/listed-tokens.ts'
import { demoAccount } from './people.ts'

/** Issuers of the listed tokens on a ledger of our own: one account each, as in the world. */
export const tokenIssuers = listedSymbols.map((symbol) => ({
  symbol,
  currency: currencyCode(symbol) ?? symbol,
  issuer: demoAccount(`Issuer of ${symbol}`, 'artist'),
}))

/** The worker's setting for them. */
export const tokenIssuersSetting = tokenIssuers
  .map(({ symbol, issuer }) => `${symbol}=${issuer.address}`)
  .join(',')
