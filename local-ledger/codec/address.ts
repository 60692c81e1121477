import { createHash } from 'node:crypto'

// base58 with the XRP Ledger's own alphabet. Source: xrpl.org "base58 Encodings".
const ALPHABET = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz'
const DIGITS = new Map([...ALPHABET].map((letter, index) => [letter, BigInt(index)]))
const CACHE_LIMIT = 50_000

const idByAddress = new Map<string, string | null>()
const addressById = new Map<string, string>()

function remember<K, V>(cache: Map<K, V>, key: K, value: V): V {
  if (cache.size >= CACHE_LIMIT) cache.clear()
  cache.set(key, value)
  return value
}

function computeChecksum(payload: Buffer): Buffer {
  const once = createHash('sha256').update(payload).digest()
  return createHash('sha256').update(once).digest().subarray(0, 4)
}

function decodeBase58(text: string): Buffer | null {
  let number = 0n
  for (const letter of text) {
    const digit = DIGITS.get(letter)
    if (digit === undefined) return null
    number = number * 58n + digit
  }
  let hex = number.toString(16)
  if (hex.length % 2 === 1) hex = `0${hex}`
  const leadingZeros = /^r*/.exec(text)?.[0].length ?? 0
  return Buffer.from('00'.repeat(leadingZeros) + (number === 0n ? '' : hex), 'hex')
}

function encodeBase58(bytes: Buffer): string {
  let number = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  while (number > 0n) {
    text = ALPHABET.charAt(Number(number % 58n)) + text
    number /= 58n
  }
  for (const byte of bytes) {
    if (byte !== 0) break
    text = `r${text}`
  }
  return text
}

/** Returns the account id (40 hex digits, upper case) of a classic address, or null if the address is invalid. */
export function findAccountId(address: string): string | null {
  const cachedId = idByAddress.get(address)
  if (cachedId !== undefined) return cachedId
  const bytes = decodeBase58(address)
  const good =
    bytes !== null &&
    bytes.length === 25 &&
    bytes[0] === 0 &&
    computeChecksum(bytes.subarray(0, 21)).equals(bytes.subarray(21))
  const id = good ? bytes.subarray(1, 21).toString('hex').toUpperCase() : null
  return remember(idByAddress, address, id)
}

/** Returns the account id of a valid address. @throws if the address is invalid. */
export function accountId(address: string): string {
  const id = findAccountId(address)
  if (id === null) throw new Error(`not an account address: ${address}`)
  return id
}

/** Returns the classic address of an account id (40 hex digits). */
export function addressOf(id: string): string {
  const cachedAddress = addressById.get(id)
  if (cachedAddress !== undefined) return cachedAddress
  const payload = Buffer.from(`00${id}`, 'hex')
  return remember(addressById, id, encodeBase58(Buffer.concat([payload, computeChecksum(payload)])))
}

/** Returns the address of a public key. Source: xrpl.org "Cryptographic keys" (account id and address). */
export function addressOfPublicKey(publicKey: string): string {
  const sha = createHash('sha256').update(publicKey, 'hex').digest()
  return addressOf(createHash('ripemd160').update(sha).digest('hex').toUpperCase())
}

export const ACCOUNT_ZERO = addressOf('0'.repeat(40))
/** "No account": the placeholder issuer of balances on trust lines. */
export const ACCOUNT_ONE = addressOf(`${'0'.repeat(39)}1`)
