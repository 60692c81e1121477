import { decode } from 'ripple-binary-codec'
import { encodeAccountID } from 'ripple-address-codec'
import { lsfSellNFToken } from '#contract/rules/ledger.ts'
import type { Amount } from '#contract/schemas/amounts.ts'

// Reads the entries of a ledger's state that the index needs from their binary format. The general codec takes about 50
// microseconds per entry, which would be hours for a whole ledger. This parser finds the fields of these three types by
// their headers alone. Source: xrpl.org "Serialization Format".

export interface StateToken {
  id: string
  owner: string
  issuer: string
  taxon: number
  sequence: number
  flags: number
  /** Transfer fee in units of 1/100,000. */
  transferFee: number
  /** Hex, as on the ledger. */
  uri: string | null
}

export interface StateOffer {
  id: string
  nftId: string
  /** Issuer of the token. */
  issuer: string
  owner: string
  isSell: boolean
  amount: Amount
  destination: string | null
  /** Seconds since the Ripple epoch. */
  expiration: number | null
  createdLedger: number
}

export interface StateAccount {
  account: string
  balanceDrops: bigint
  ownerCount: number
}

export interface StateEntries {
  tokens: StateToken[]
  offers: StateOffer[]
  accounts: StateAccount[]
}

/** Cache of account addresses, because many repeat and encoding one takes two hashes. */
const addresses = new Map<string, string>()
const maxAddresses = 200_000

function addressOf(accountHex: string): string {
  const cachedAddress = addresses.get(accountHex)
  if (cachedAddress !== undefined) return cachedAddress
  if (addresses.size >= maxAddresses) addresses.clear()
  const address = encodeAccountID(Buffer.from(accountHex, 'hex'))
  addresses.set(accountHex, address)
  return address
}

/**
 * Number of hex digits of fixed-size fields, by type code. Blobs and accounts (7, 8) have a length prefix; amounts (6)
 * have one of two sizes.
 */
const digitsOf: Partial<Record<number, number>> = {
  1: 4,
  2: 8,
  3: 16,
  4: 32,
  5: 64,
  9: 16,
  10: 8,
  16: 2,
  17: 40,
  20: 24,
  21: 48,
}
const [amountType, blobType, accountType, objectType, arrayType] = [6, 7, 8, 14, 15]
const [dropsDigits, issuedDigits, multiPurposeDigits] = [16, 96, 66]

class EntryReader {
  private at = 0
  private readonly hex: string

  constructor(hex: string) {
    this.hex = hex
  }

  private readByte(): number {
    const value = Number.parseInt(this.hex.slice(this.at, this.at + 2), 16)
    if (Number.isNaN(value)) throw new Error(`An entry is incomplete: ${this.hex.slice(0, 40)}...`)
    this.at += 2
    return value
  }

  private readLength(): number {
    const first = this.readByte()
    if (first <= 192) return first
    if (first <= 240) return 193 + (first - 193) * 256 + this.readByte()
    return 12_481 + (first - 241) * 65_536 + this.readByte() * 256 + this.readByte()
  }

  private readDigits(type: number): number {
    if (type === blobType || type === accountType) return 2 * this.readLength()
    if (type === amountType) {
      const first = Number.parseInt(this.hex.charAt(this.at), 16)
      if ((first & 8) !== 0) return issuedDigits
      return (first & 2) === 0 ? dropsDigits : multiPurposeDigits
    }
    if (type === objectType || type === arrayType) return 0
    const digits = digitsOf[type]
    if (digits === undefined) throw new Error(`An entry has a field of the unknown type ${type}.`)
    return digits
  }

  /** Calls `take` for each field in order, including the fields of nested objects. */
  read(take: (field: number, value: string) => void): void {
    while (this.at < this.hex.length) {
      const header = this.readByte()
      const type = header >> 4 || this.readByte()
      const field = header & 15 || this.readByte()
      const digits = this.readDigits(type)
      if (this.at + digits > this.hex.length)
        throw new Error(`An entry is incomplete: ${this.hex.slice(0, 40)}...`)
      take(codeOf(type, field), this.hex.slice(this.at, this.at + digits))
      this.at += digits
    }
  }
}

const codeOf = (type: number, field: number) => type * 256 + field
const [uint32Type, hash256Type] = [2, 5]
const fieldCode = {
  flags: codeOf(uint32Type, 2),
  previousLedger: codeOf(uint32Type, 5),
  expiration: codeOf(uint32Type, 10),
  ownerCount: codeOf(uint32Type, 13),
  tokenId: codeOf(hash256Type, 10),
  amount: codeOf(amountType, 1),
  balance: codeOf(amountType, 2),
  uri: codeOf(blobType, 5),
  account: codeOf(accountType, 1),
  owner: codeOf(accountType, 2),
  destination: codeOf(accountType, 3),
}

const parseHex = (hex: string) => Number.parseInt(hex, 16)
/** Returns the amount without the two highest bits, which mean "not an issued currency" and "positive". */
const dropsOf = (hex: string) => BigInt(`0x${hex}`) & 0x3fff_ffff_ffff_ffffn

/** Unscrambles the taxon of an NFTokenID, which depends on the sequence. Source: XLS-20, "NFTokenTaxon". */
function taxonOf(scrambledTaxon: number, sequence: number): number {
  const mask = (Math.imul(384_160_001, sequence) + 2459) >>> 0
  return (scrambledTaxon ^ mask) >>> 0
}

function tokensOf(key: string, data: string): StateToken[] {
  const owner = addressOf(key.slice(0, 40))
  const tokens: StateToken[] = []
  new EntryReader(data).read((field, value) => {
    if (field === fieldCode.tokenId) {
      const sequence = parseHex(value.slice(56))
      tokens.push({
        id: value,
        owner,
        issuer: addressOf(value.slice(8, 48)),
        taxon: taxonOf(parseHex(value.slice(48, 56)), sequence),
        sequence,
        flags: parseHex(value.slice(0, 4)),
        transferFee: parseHex(value.slice(4, 8)),
        uri: null,
      })
    } else if (field === fieldCode.uri) {
      const last = tokens.at(-1)
      if (last !== undefined && value !== '') last.uri = value
    }
  })
  return tokens
}

function issuedAmount(data: string): Amount {
  const { Amount: amount } = decode(data)
  if (typeof amount !== 'object' || amount === null) throw new Error('An offer has an unknown amount.')
  const { currency, issuer, value } = Object.fromEntries(Object.entries(amount))
  return { currency: String(currency), issuer: String(issuer), value: String(value) }
}

function offerOf(key: string, data: string): StateOffer {
  const fields: Partial<Record<number, string>> = {}
  new EntryReader(data).read((field, value) => {
    fields[field] = value
  })
  const amount = fields[fieldCode.amount] ?? ''
  const [destination, expiration] = [fields[fieldCode.destination], fields[fieldCode.expiration]]
  const nftId = fields[fieldCode.tokenId] ?? ''
  return {
    id: key,
    nftId,
    issuer: addressOf(nftId.slice(8, 48)),
    owner: addressOf(fields[fieldCode.owner] ?? ''),
    isSell: (parseHex(fields[fieldCode.flags] ?? '0') & lsfSellNFToken) !== 0,
    amount: amount.length === dropsDigits ? dropsOf(amount).toString() : issuedAmount(data),
    destination: destination === undefined ? null : addressOf(destination),
    expiration: expiration === undefined ? null : parseHex(expiration),
    createdLedger: parseHex(fields[fieldCode.previousLedger] ?? '0'),
  }
}

function accountOf(data: string): StateAccount {
  const fields: Partial<Record<number, string>> = {}
  new EntryReader(data).read((field, value) => {
    fields[field] = value
  })
  return {
    account: addressOf(fields[fieldCode.account] ?? ''),
    balanceDrops: dropsOf(fields[fieldCode.balance] ?? '0'),
    ownerCount: parseHex(fields[fieldCode.ownerCount] ?? '0'),
  }
}

/** The header of LedgerEntryType and its value, with which every entry begins. */
const prefixes = { offer: '110037', page: '110050', account: '110061' } as const

/**
 * Returns the tokens, offers and balances in a binary page of `ledger_data`, and skips all other types.
 * @throws Error if an entry is not as documented, because an index with a gap would be worse than a failure.
 */
export function readEntries(state: readonly { data: string; index: string }[]): StateEntries {
  const entries: StateEntries = { tokens: [], offers: [], accounts: [] }
  for (const { data, index } of state) {
    const type = data.slice(0, 6)
    if (type === prefixes.page) entries.tokens.push(...tokensOf(index, data))
    else if (type === prefixes.offer) entries.offers.push(offerOf(index, data))
    else if (type === prefixes.account) entries.accounts.push(accountOf(data))
  }
  return entries
}
