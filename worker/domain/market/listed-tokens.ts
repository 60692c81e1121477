import { currencyCode, type ListedToken } from '#contract/schemas/tokens.ts'

/**
 * Issuers on Mainnet. The operator configures those of XHO, dLux, Galaxy and EURS, which are hidden without an issuer.
 */
const names: Record<string, string> = {
  Opulence: 'rs5wxrBTSErywDDfPs5NY4Zorrca5QMGVd',
  CaRRots: 'rafgLy8LPU3mqMGCRbkJcaGWuDwoUCAuwQ',
  SwissTech: 'raq7pGaYrLZRa88v6Py9V5oWMYEqPYr8Tz',
  TPR: 'rht98AstPWmLPQMrwd9YDrcDoTjw9Tiu4B',
  SOLO: 'rsoLo2S1kiGeCcn6hCUXVrCpGMWLrRrLZz',
  CSC: 'rCSCManTZ8ME9EoLrSHHYKW8PPwWMgkwr',
  CORE: 'rcoreNywaoz2ZCQ8Lg2EbSLnGuRBmun6D',
  // Source: docs.ripple.com "RLUSD on the XRPL".
  RLUSD: 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De',
}

/** Symbols of the listed tokens, in display order. */
export const listedSymbols = [...Object.keys(names), 'XHO', 'dLux', 'Galaxy', 'EURS']

/**
 * Returns the listed tokens of a network, those of the operator's settings first. Other networks than Mainnet have only
 * these.
 */
export function listedTokens(issuers: Record<string, string>, onMainnet: boolean): ListedToken[] {
  return listedSymbols.flatMap((symbol) => {
    const issuer = issuers[symbol] ?? (onMainnet ? names[symbol] : undefined)
    const currency = currencyCode(symbol)
    return issuer === undefined || currency === null ? [] : [{ symbol, currency, issuer }]
  })
}
