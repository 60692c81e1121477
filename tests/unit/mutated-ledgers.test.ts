import * as v from 'valibot'
import { expect, test } from 'vitest'
import { chanceOf } from '#tests/drift/chance.ts'
import { type Mutation, mutate } from '#tests/support/mutate.ts'
import { localLedgers, type RecordedLedger, recordedLedgers } from '#tests/support/recorded-ledgers.ts'
import { everyCase } from '#tests/support/sample.ts'
import { classicAddressPattern } from '#contract/rules/ledger.ts'
import { accountChanges } from '#worker/ledger/account-changes.ts'
import { type IndexChanges, ledgerChanges, type NftUpsert } from '#worker/ledger/index-changes.ts'
import { settingsChanges, lineChanges } from '#worker/ledger/line-changes.ts'
import { type ReadLedger, readLedger } from '#worker/ledger/read-ledger.ts'
import { isFields } from '#worker/ledger/ledger-json.ts'
import { pageOwner } from '#worker/ledger/read-entry.ts'
import { tokenChanges } from '#worker/ledger/token-changes.ts'

const ledgers = [...recordedLedgers(), ...localLedgers(60, 12)]

function read({ result, index }: RecordedLedger): ReadLedger {
  const ledger = readLedger(result, index)
  if (ledger === null) throw new Error('not a validated ledger')
  return ledger
}

test('every recorded ledger is understood completely', () => {
  expect(ledgers.length).toBeGreaterThan(400)
  for (const recorded of ledgers) {
    const { rereads } = ledgerChanges(read(recorded))
    expect([recorded.name, ...rereads.notes.values(), ...rereads.accounts, rereads.isIncomplete]).toEqual([
      recorded.name,
      false,
    ])
  }
})

/** A token before and after a ledger. */
interface Truth {
  row: NftUpsert
  /** Accounts that owned the token before or after. */
  holders: Set<string>
  /** Transactions that changed the token. */
  by: Set<string>
}

function truthOf(ledger: ReadLedger): Map<string, Truth> {
  const { nfts } = ledgerChanges(ledger)
  const truth = new Map<string, Truth>()
  for (const row of nfts.values()) truth.set(row.id, { row, holders: new Set([row.owner]), by: new Set() })
  for (const { hash, meta } of ledger.transactions) {
    for (const { nftId, before, after } of tokenChanges(meta, pageOwner)) {
      const token = truth.get(nftId)
      if (before !== null) token?.holders.add(before.owner)
      if (after !== null) token?.holders.add(after.owner)
      token?.by.add(hash)
    }
  }
  return truth
}

const isReread = ({ rereads }: IndexChanges, { row, holders }: Truth) =>
  rereads.isIncomplete ||
  rereads.ids.has(row.id) ||
  // If an account's tokens are to be read again, a token that it owns will be found.
  (!row.burned && rereads.accounts.has(row.owner)) ||
  [...holders].some((account) => row.burned && rereads.accounts.has(account))

const hex64 = v.pipe(v.string(), v.regex(/^[0-9A-F]{64}$/))
const address = v.pipe(v.string(), v.regex(classicAddressPattern))
const uint32 = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4_294_967_295))
const drops = v.pipe(v.bigint(), v.minValue(0n), v.maxValue(10n ** 18n))
const value = v.pipe(v.string(), v.maxLength(40), v.regex(/^-?[0-9.]+([eE][+-]?[0-9]{1,2})?$/))
const amount = v.union([
  v.pipe(v.string(), v.regex(/^[0-9]{1,18}$/)),
  v.object({ currency: v.pipe(v.string(), v.maxLength(40)), issuer: address, value }),
])
/** Values that Postgres stores without an error, by column. */
const Storable = v.object({
  nfts: v.array(
    v.looseObject({
      id: hex64,
      owner: address,
      uri: v.nullable(v.pipe(v.string(), v.regex(/^[0-9A-F]{2,512}$/))),
    }),
  ),
  offers: v.array(
    v.looseObject({
      id: hex64,
      nftId: hex64,
      owner: address,
      amount,
      destination: v.nullable(address),
      expiration: v.nullable(uint32),
    }),
  ),
  history: v.array(
    v.looseObject({
      nftId: hex64,
      txid: hex64,
      offerId: v.union([v.literal(''), hex64]),
      position: uint32,
      closedAt: v.date(),
      seller: v.nullable(address),
      buyer: v.nullable(address),
      amount: v.nullable(amount),
      brokerFeeDrops: v.nullable(drops),
      parentBatchId: v.nullable(hex64),
    }),
  ),
  accounts: v.array(v.object({ account: address, balanceDrops: drops, ownerCount: uint32 })),
  lines: v.array(v.looseObject({ account: address, issuer: address, balance: value })),
  issuers: v.array(v.looseObject({ account: address, transferRate: uint32 })),
  notes: v.array(v.object({ kind: v.string(), detail: v.pipe(v.string(), v.maxLength(40)), times: uint32 })),
})

const storable = ({ nfts, offers, history, rereads }: IndexChanges, { transactions }: ReadLedger) =>
  v.parse(Storable, {
    nfts: [...nfts.values()],
    offers: [...offers.values()],
    history,
    accounts: transactions.flatMap(({ meta }) => accountChanges(meta)),
    lines: transactions.flatMap(({ meta }) => lineChanges(meta)),
    issuers: transactions.flatMap(({ meta }) => settingsChanges(meta)),
    notes: [...rereads.notes.values()],
  })

/**
 * Returns true if the mutation removed the only trace of a transaction: the last one of a ledger, deleted as a whole.
 */
function isTraceless(original: ReadLedger, { result }: RecordedLedger, { by }: Truth) {
  const hashes = new Set<unknown>()
  const listed: unknown = Reflect.get(Object(result['ledger']), 'transactions')
  for (const entry of Array.isArray(listed) ? listed : []) hashes.add(Reflect.get(Object(entry), 'hash'))
  const rest = original.transactions.length - (Array.isArray(listed) ? listed.length : 0)
  const last = original.transactions.slice(-rest).map((entry) => entry.hash)
  return (
    rest > 0 &&
    hashes.size > 0 &&
    last.every((hash) => !hashes.has(hash)) &&
    [...by].some((hash) => last.includes(hash))
  )
}

/** Returns the problem with how a mutated ledger was read; null if there is none. */
function problemOf(
  original: ReadLedger,
  truth: Map<string, Truth>,
  mutated: RecordedLedger,
  mutations: Mutation[],
) {
  const ledger = readLedger(mutated.result, mutated.index)
  if (ledger === null)
    return mutations.some(
      ({ path }) => path[0] === 'validated' || path[0] === 'ledger_index' || path.length === 1,
    )
      ? null
      : 'not applied'
  const changes = ledgerChanges(ledger)
  storable(changes, ledger)
  for (const row of changes.nfts.values()) {
    const right = truth.get(row.id)?.row
    if (right === undefined) return `${row.id} has not changed`
    if (row.owner !== right.owner || row.burned !== right.burned || row.uri !== right.uri)
      return `${row.id}: ${row.owner} ${row.burned} ${row.uri} in place of ${right.owner} ${right.burned} ${right.uri}`
  }
  for (const token of truth.values()) {
    if (changes.nfts.has(token.row.id) || isReread(changes, token)) continue
    if (!isTraceless(original, mutated, token)) return `${token.row.id} is neither changed nor read again`
  }
  return null
}

test('a mutated ledger stalls nothing and gives no token a wrong owner', () => {
  const chance = chanceOf(20_261_122)
  const originals = ledgers.map((recorded) => {
    const ledger = read(recorded)
    return { recorded, ledger, text: JSON.stringify(recorded.result), truth: truthOf(ledger) }
  })
  const cases = everyCase ? 10_000 : 600
  const counts = { noted: 0, applied: 0 }
  for (let at = 0; at < cases; at += 1) {
    const original = chance.pick(originals)
    if (original === undefined) throw new Error('no ledgers')
    const result: Record<string, unknown> = JSON.parse(original.text)
    const mutations = Array.from({ length: 1 + (chance.hits(0.3) ? chance.int(3) : 0) }, () =>
      mutate(chance.hits(0.1) || !isFields(result['ledger']) ? result : result['ledger'], chance),
    )
    const mutated = { ...original.recorded, result }
    const where = `case ${at}, ${mutated.name}: ${mutations.map(({ kind, path }) => `${kind} ${path.join('/')}`).join(', ')}`
    try {
      expect(problemOf(original.ledger, original.truth, mutated, mutations)).toBeNull()
    } catch (error) {
      throw new Error(where, { cause: error })
    }
    const ledger = readLedger(result, mutated.index)
    if (ledger !== null) counts.applied += 1
    if ((ledger?.rereads.notes.size ?? 0) > 0) counts.noted += 1
  }
  // Mutations must affect the parsed fields, but most ledgers must still be applied.
  expect(counts.applied).toBeGreaterThan(cases * 0.8)
  expect(counts.noted).toBeGreaterThan(cases * 0.2)
})
