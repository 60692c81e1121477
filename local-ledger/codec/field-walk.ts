import { createRequire } from 'node:module'
import type * as Codec from 'ripple-binary-codec'

// Determines why a blob cannot be parsed, with the server's messages. Source: xrpl.org "Serialization Format"; the
// server's SerialIter.

const { DEFAULT_DEFINITIONS: definitions }: typeof Codec = createRequire(import.meta.url)(
  'ripple-binary-codec',
)

class Problem extends Error {}

/** Reads bytes and reports what could not be read. */
class Cursor {
  readonly #bytes: Buffer
  at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get done(): boolean {
    return this.at >= this.#bytes.length
  }

  skip(count: number, problem: string): void {
    if (this.at + count > this.#bytes.length) throw new Problem(`invalid SerialIter ${problem}`)
    this.at += count
  }

  byte(problem = 'get8'): number {
    this.skip(1, problem)
    return this.#bytes[this.at - 1] ?? 0
  }

  peek(): number {
    return this.#bytes[this.at] ?? 0
  }
}

const FIXED: Record<string, [number, string]> = {
  UInt8: [1, 'get8'],
  UInt16: [2, 'get16'],
  UInt32: [4, 'get32'],
  Int32: [4, 'geti32'],
  UInt64: [8, 'get64'],
  Hash128: [16, 'getBitString'],
  Hash160: [20, 'getBitString'],
  Hash192: [24, 'getBitString'],
  Hash256: [32, 'getBitString'],
  Currency: [20, 'getBitString'],
}

function fieldHeader(cursor: Cursor): number {
  const first = cursor.byte()
  let type = first >> 4
  let nth = first & 15
  if (type === 0) type = cursor.byte()
  if (nth === 0) nth = cursor.byte()
  return (type << 16) | nth
}

function variableLength(cursor: Cursor): number {
  const first = cursor.byte()
  if (first <= 192) return first
  if (first <= 240) return 193 + (first - 193) * 256 + cursor.byte()
  if (first <= 254) return 12481 + (first - 241) * 65536 + cursor.byte() * 256 + cursor.byte()
  throw new Problem('b1 > 254')
}

const OBJECT_END = (14 << 16) | 1
const ARRAY_END = (15 << 16) | 1

function walkValue(cursor: Cursor, type: string): void {
  const fixedSize = FIXED[type]
  if (fixedSize !== undefined) cursor.skip(...fixedSize)
  else if (type === 'Amount') walkAmount(cursor)
  else if (type === 'STObject') walkFields(cursor, OBJECT_END)
  else if (type === 'STArray') walkFields(cursor, ARRAY_END)
  else if (type === 'PathSet') walkPaths(cursor)
  else if (type === 'Issue') walkIssue(cursor)
  else cursor.skip(variableLength(cursor), 'getRaw')
}

function walkAmount(cursor: Cursor): void {
  const isIssued = (cursor.peek() & 0x80) !== 0
  cursor.skip(8, 'get64')
  if (!isIssued) return
  cursor.skip(20, 'getBitString')
  cursor.skip(20, 'getBitString')
}

function walkIssue(cursor: Cursor): void {
  const isXrp = cursor.peek() === 0
  cursor.skip(20, 'getBitString')
  if (!isXrp) cursor.skip(20, 'getBitString')
}

function walkPaths(cursor: Cursor): void {
  for (;;) {
    const kind = cursor.byte()
    if (kind === 0) return
    if (kind === 0xff) continue
    for (const bit of [1, 16, 32]) if (kind & bit) cursor.skip(20, 'getBitString')
  }
}

function walkFields(cursor: Cursor, end: number | null): void {
  while (!cursor.done) {
    const ordinal = fieldHeader(cursor)
    if (ordinal === end) return
    const field = definitions.field.fromString(String(ordinal))
    if (field === undefined || ordinal === OBJECT_END || ordinal === ARRAY_END)
      throw new Problem('Unknown field')
    walkValue(cursor, field.type.name)
  }
}

/** Returns the first problem of a serialized object. */
export function serialisationProblem(hex: string): string {
  try {
    walkFields(new Cursor(Buffer.from(hex, 'hex')), null)
    return 'Unknown field'
  } catch (error) {
    return error instanceof Problem ? error.message : 'Unknown field'
  }
}

/** True if a transaction type has this number. */
export function isTransactionType(number: number): boolean {
  return Object.values(definitions.transactionType).some((type) => type?.ordinal === number)
}

/** True if a transaction type has this name. */
export const isTypeName = (name: string): boolean =>
  name !== 'Invalid' && Object.hasOwn(definitions.transactionType, name)

/** Types that only validators insert into a ledger. Source: xrpl.org "Pseudo-Transaction Types". */
const PSEUDO_TYPES = new Set(['EnableAmendment', 'SetFee', 'UNLModify'])
export const isPseudoType = (name: string): boolean => PSEUDO_TYPES.has(name)

/** True if a field has this name. */
export const isFieldName = (name: string): boolean => definitions.field.fromString(name) !== undefined
