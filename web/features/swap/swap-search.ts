import { accountPattern } from '#contract/rules/ledger.ts'

/** Initial values in the URL of a new proposal: the other account, one own work, one of the other account's works. */
export interface SwapSearch {
  with?: string
  gives?: string
  gets?: string
}

const nftPattern = /^[0-9A-F]{64}$/i

export function readSwapSearch(search: Record<string, unknown>): SwapSearch {
  const readParameter = (name: keyof SwapSearch, pattern: RegExp) => {
    const value = search[name]
    return typeof value === 'string' && pattern.test(value) ? { [name]: value } : {}
  }
  return {
    ...readParameter('with', accountPattern),
    ...readParameter('gives', nftPattern),
    ...readParameter('gets', nftPattern),
  }
}
