import { currencyCode } from '#contract/schemas/tokens.ts'
import { listedSymbols } from '#worker/domain/market/listed-tokens.ts'
import { demoAccount } from './people.ts'

/** Issuers of the listed tokens on the local ledger: a separate account for each token, as on the public network. */
export const tokenIssuers = listedSymbols.map((symbol) => ({
  symbol,
  currency: currencyCode(symbol) ?? symbol,
  issuer: demoAccount(`Issuer of ${symbol}`, 'artist'),
}))

/** Value of the worker's TOKEN_ISSUERS setting. */
export const tokenIssuersSetting = tokenIssuers
  .map(({ symbol, issuer }) => `${symbol}=${issuer.address}`)
  .join(',')
