import { currencyCode, type ListedToken } from '#worker/contract/tokens.ts'

/** Issuers on mainnet. XHO, dLux, Galaxy and EURS get theirs from the operator, and are not shown without. */
const known: Record<string, string> = {
  Opulence: 'rs5wxrBTSErywDDfPs5NY4Zorrca5QMGVd',
  CaRRots: 'rafgLy8LPU3mqMGCRbkJcaGWuDwoUCAuwQ',
  SwissTech: 'raq7pGaYrLZRa88v6Py9V5oWMYEqPYr8Tz',
  TPR: 'rht98AstPWmLPQMrwd9YDrcDoTjw9Tiu4B',
  SOLO: 'rsoLo2S1kiGeCcn6hCUXVrCpGMWLrRrLZz',
  CSC: 'rCSCManTZ8ME9EoLrSHHYKW8PPwWMgkwr',
  CORE: 'rcoreNywaoz2ZCQ8Lg2EbSLnGuRBmun6D',
}

/** In this order they are offered. */
export const listedSymbols = [...Object.keys(known), 'XHO', 'dLux', 'Galaxy', 'EURS']

/** The listed tokens of a network, issuers of the operator's settings first: outside mainnet only those exist. */
export function listedTokens(issuers: Record<string, string>, onMainnet: boolean): ListedToken[] {
  return listedSymbols.flatMap((symbol) => {
    const issuer = issuers[symbol] ?? (onMainnet ? known[symbol] : undefined)
    const currency = currencyCode(symbol)
    return issuer === undefined || currency === null ? [] : [{ symbol, currency, issuer }]
  })
}
