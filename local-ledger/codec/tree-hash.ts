import { hashPrefix, sha512Half } from './hash.ts'

const NOTHING = '0'.repeat(64)

/** A leaf's position in its tree, and the hash of its content. */
interface Leaf {
  key: string
  hash: string
}

function nodeHash(leaves: Leaf[], depth: number): string {
  let body = hashPrefix.innerNode
  for (const digit of '0123456789ABCDEF') {
    const below = leaves.filter(({ key }) => key[depth] === digit)
    const [only] = below
    if (only === undefined) body += NOTHING
    else body += below.length === 1 ? only.hash : nodeHash(below, depth + 1)
  }
  return sha512Half(body)
}

const rootOf = (leaves: Leaf[]) => (leaves.length === 0 ? NOTHING : nodeHash(leaves, 0))

/**
 * Returns the root of the hash tree of a set of transactions before they have metadata: each leaf is the transaction's
 * hash. The root is the salt of the execution order. Source: xrpl.org "Consensus", "Ledger data structure" (SHAMap).
 */
export const transactionSetHash = (hashes: string[]): string =>
  rootOf(hashes.map((hash) => ({ key: hash, hash })))

const toHex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0')

/** Prefixes bytes with their length. Source: xrpl.org "Serialization" (length prefixing). */
function withLength(bytes: string): string {
  const length = bytes.length / 2
  if (length <= 192) return toHex(length, 2) + bytes
  if (length <= 12_480) return toHex(((length - 193) >> 8) + 193, 2) + toHex((length - 193) & 0xff, 2) + bytes
  const rest = length - 12_481
  return toHex((rest >> 16) + 241, 2) + toHex(rest & 0xffff, 4) + bytes
}

/**
 * Returns the root of the hash tree of a ledger's transactions with metadata, which the ledger header contains. Source:
 * xrpl.org "Ledger Header" (transaction_hash).
 */
export const transactionTreeHash = (records: { hash: string; blob: string; metadata: string }[]): string =>
  rootOf(
    records.map(({ hash, blob, metadata }) => ({
      key: hash,
      hash: sha512Half(hashPrefix.transactionNode + withLength(blob) + withLength(metadata) + hash),
    })),
  )
