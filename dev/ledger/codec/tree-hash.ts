import { hashPrefix, sha512Half } from './hash.ts'

const NOTHING = '0'.repeat(64)

function nodeHash(hashes: string[], depth: number): string {
  let body = hashPrefix.innerNode
  for (const digit of '0123456789ABCDEF') {
    const below = hashes.filter((hash) => hash[depth] === digit)
    const [only] = below
    if (only === undefined) body += NOTHING
    else body += below.length === 1 ? only : nodeHash(below, depth + 1)
  }
  return sha512Half(body)
}

/**
 * Root of the hash tree of a set of transactions, before they have metadata: each leaf is the transaction's hash.
 * It salts the order of execution. Source: xrpl.org "Consensus", "Ledger data structure" (SHAMap).
 */
export function transactionSetHash(hashes: string[]): string {
  return hashes.length === 0 ? NOTHING : nodeHash(hashes, 0)
}
