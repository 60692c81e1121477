import { isClassicAddress } from './addresses.ts'

/** Kinds of data that the index could not read. docs/operations.md explains each kind. */
export const noteKinds = [
  'ledger',
  'missing_transaction',
  'order',
  'transaction',
  'entry',
  'token_page',
  'offer',
  'account',
  'trust_line',
  'effect',
  'not_stored',
  'untraded_amount',
  'unknown_transaction',
  'unknown_entry',
  'unknown_field',
] as const
export type NoteKind = (typeof noteKinds)[number]

export interface Note {
  kind: NoteKind
  /** The unknown name; empty for other kinds. */
  detail: string
  times: number
}

/** What must be read from the ledger again, because parts of a ledger's data could not be read. */
export interface Rereads {
  notes: Map<string, Note>
  /** 64-digit ids in the data: tokens to read again, and offers whose tokens must be read again. */
  ids: Set<string>
  /** Accounts whose tokens must be read again, because they may hold a token whose id was unreadable. */
  accounts: Set<string>
  /** Accounts whose balance, trust lines or issuer settings are now unknown. */
  balances: Set<string>
  /** True if transactions may be missing, so any token may have changed. */
  isIncomplete: boolean
}

export const noRereads = (): Rereads => ({
  notes: new Map(),
  ids: new Set(),
  accounts: new Set(),
  balances: new Set(),
  isIncomplete: false,
})

/**
 * Sanitizes and truncates a name before it is stored or logged. Names on the ledger are short words; any other text
 * could be hostile.
 */
const plainName = (text: string) => text.replace(/[^\w.]/g, '?').slice(0, 40)

export function recordNote(rereads: Rereads, kind: NoteKind, name = '', times = 1) {
  const detail = plainName(name)
  const key = `${kind} ${detail}`
  const earlier = rereads.notes.get(key)
  if (earlier === undefined) rereads.notes.set(key, { kind, detail, times })
  else earlier.times += times
}

/** Adds further rereads to `rereads`. */
export function addRereads(rereads: Rereads, additions: Rereads) {
  for (const { kind, detail, times } of additions.notes.values()) recordNote(rereads, kind, detail, times)
  for (const id of additions.ids) rereads.ids.add(id)
  for (const account of additions.accounts) rereads.accounts.add(account)
  for (const account of additions.balances) rereads.balances.add(account)
  rereads.isIncomplete ||= additions.isIncomplete
}

/** NFTokenIDs, hashes and indexes of entries: 256 bits in hex. */
export const idPattern = /^[0-9A-F]{64}$/
export const isId = (value: unknown): value is string => typeof value === 'string' && idPattern.test(value)

/**
 * Maximum number of values that are searched. The largest real transaction (500 cancelled offers) has about 20,000
 * values and 2,500 ids.
 */
const maxValues = 100_000
const maxIds = 5000

export interface Mentions {
  ids: string[]
  accounts: string[]
  /** True if a name begins with NFToken. */
  isAboutTokens: boolean
  /** False if the JSON was too large to be searched completely. */
  isComplete: boolean
}

/**
 * Finds ids and addresses anywhere in JSON of unknown structure. Avoids recursion, because hostile input may be nested
 * deeply.
 */
export function mentionsIn(json: unknown): Mentions {
  const mentions: Mentions = { ids: [], accounts: [], isAboutTokens: false, isComplete: true }
  const open: unknown[] = [json]
  for (let visits = 0; open.length > 0; visits += 1) {
    if (visits > maxValues || mentions.ids.length > maxIds) return { ...mentions, isComplete: false }
    const value = open.pop()
    if (typeof value === 'string') {
      if (idPattern.test(value)) mentions.ids.push(value)
      else if (value.startsWith('NFToken')) mentions.isAboutTokens = true
      else if (value.length < 40 && isClassicAddress(value)) mentions.accounts.push(value)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        if (name.startsWith('NFToken')) mentions.isAboutTokens = true
        open.push(inner)
      }
    }
  }
  return mentions
}
