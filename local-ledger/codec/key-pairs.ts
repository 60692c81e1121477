import { createPrivateKey, createPublicKey, sign as signBytes, verify as verifyBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import type * as Keypairs from 'ripple-keypairs'

// Node's own Ed25519 is many times faster than ripple-keypairs' JavaScript. secp256k1 uses ripple-keypairs, because the
// ledger signs the first half of SHA-512, and Node's ECDSA does not accept precomputed digests.
const keypairs: typeof Keypairs = createRequire(import.meta.url)('ripple-keypairs')

/** DER headers of a raw Ed25519 key of 32 bytes. Source: RFC 8410. */
const publicHeader = Buffer.from('302a300506032b6570032100', 'hex')
const privateHeader = Buffer.from('302e020100300506032b657004220420', 'hex')

/** True for an Ed25519 key of the ledger, which is ED and 64 hex digits. Source: xrpl.org "Cryptographic Keys". */
const isEd25519 = (key: string) => /^ED[0-9A-F]{64}$/i.test(key)
const rawKey = (key: string) => Buffer.from(key.slice(2), 'hex')

/** Signs `data` (hex). Returns the signature in upper-case hex. */
export function sign(data: string, privateKey: string): string {
  if (!isEd25519(privateKey)) return keypairs.sign(data, privateKey)
  const key = createPrivateKey({
    key: Buffer.concat([privateHeader, rawKey(privateKey)]),
    format: 'der',
    type: 'pkcs8',
  })
  return signBytes(null, Buffer.from(data, 'hex'), key).toString('hex').toUpperCase()
}

/** True if `signature` of `data` (both hex) was made by `publicKey`; false for anything malformed. */
export function verify(data: string, signature: string, publicKey: string): boolean {
  try {
    if (!isEd25519(publicKey)) return keypairs.verify(data, signature, publicKey)
    const key = createPublicKey({
      key: Buffer.concat([publicHeader, rawKey(publicKey)]),
      format: 'der',
      type: 'spki',
    })
    return verifyBytes(null, Buffer.from(data, 'hex'), key, Buffer.from(signature, 'hex'))
  } catch {
    return false
  }
}

const maxDerived = 10_000
const derivedKeys = new Map<string, { publicKey: string; privateKey: string }>()

/**
 * Returns the key pair of a seed. Cached, because the accounts of the local stack sign repeatedly. @throws if the text
 * is not a seed
 */
export function keysOf(seed: string): { publicKey: string; privateKey: string } {
  const cachedKeys = derivedKeys.get(seed)
  if (cachedKeys !== undefined) return cachedKeys
  if (derivedKeys.size >= maxDerived) derivedKeys.clear()
  const keys = keypairs.deriveKeypair(seed)
  derivedKeys.set(seed, keys)
  return keys
}
