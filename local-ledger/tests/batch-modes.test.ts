import { expect, test } from 'vitest'
import type { Entry } from '#ledger/entries/entry-types.ts'
import { accountKeylet } from '#ledger/entries/keylets.ts'
import type { TransactionFields } from '#ledger/transactions/transaction-types.ts'
import { batchOf, inside, mode } from './batch-drafts.ts'
import { ChainWorld } from './chain-world.ts'
import { problemsOf } from './invariants.ts'
import { type Actor, seeded, Workload } from './workload.ts'

// Applies Batches of random transactions. Each mode must keep the right ones, and the others must leave no trace.
// Source: XLS-56 ("Modes").

/** Set in the repository's long test runs. */
const everyCase = process.env['OPX_PROOFS'] === 'all'
const ROUNDS = everyCase ? 100 : 20
const seeds = everyCase ? Array.from({ length: 15 }, (_, index) => index + 1) : [17]

/** A ledger with a continuing history: tokens, offers, trust lines, and Batches of them. */
class BusyWorld extends ChainWorld {
  readonly random: () => number
  readonly #workload: Workload

  constructor(seed: number) {
    super(5)
    this.random = seeded(seed)
    this.#workload = new Workload(this.chain, this.actors, this.random)
    this.live(80)
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.random() * items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }

  /** Sends a few random transactions. */
  live(count: number): void {
    for (let step = 0; step < count; step += 1) {
      const fields = this.#workload.next()
      const sender = this.actors.find(({ address }) => address === fields.Account)
      if (sender !== undefined) this.send(sender, fields)
    }
  }

  #wellFormed(): TransactionFields {
    for (;;) {
      const fields = this.#workload.next()
      if (fields.Destination !== fields.Account) return fields
    }
  }

  /** Returns random inner transactions that use the next sequence numbers of their accounts. */
  inner(outer: Actor): TransactionFields[] {
    const next = new Map(this.actors.map((actor) => [actor.address, this.account(actor).Sequence]))
    next.set(outer.address, (next.get(outer.address) ?? 0) + 1)
    return Array.from({ length: 2 + Math.floor(this.random() * 7) }, () => {
      const { SigningPubKey: _key, Fee: _fee, ...draft } = this.#wellFormed()
      const sequence = next.get(draft.Account) ?? 0
      next.set(draft.Account, sequence + 1)
      return inside({ ...draft, Sequence: sequence })
    })
  }

  batch(flags: number, inner: TransactionFields[], outer: Actor) {
    const others = this.actors.filter(({ address }) => {
      return address !== outer.address && inner.some(({ Account }) => Account === address)
    })
    return batchOf(flags, inner, others)
  }

  /** Returns the last closed ledger. The outer transaction is first, because nothing else was submitted. */
  lastLedger() {
    const [outer, ...inner] = this.chain.history.transactions(this.chain.closedHeader.seq)
    return { outer, inner }
  }
}

/** Replaces a transaction with a payment that nobody can afford. */
const impossible = (fields: TransactionFields, actors: Actor[]) =>
  inside({
    TransactionType: 'Payment',
    Account: fields.Account,
    Sequence: fields.Sequence,
    Destination: actors.find(({ address }) => address !== fields.Account)?.address ?? '',
    Amount: '90000000000000000',
  })

const changedKeys = (before: Map<string, Entry>, after: Map<string, Entry>) =>
  [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key))

test.each(seeds)(
  'all or nothing: of one failure only the fee of the outer transaction remains (%i)',
  (seed) => {
    const world = new BusyWorld(seed)
    for (let round = 0; round < ROUNDS; round += 1) {
      world.live(1)
      const outer = world.pick(world.actors)
      const inner = world.inner(outer)
      const failing = world.pick(inner)
      const doomed = inner.map((fields) => (fields === failing ? impossible(fields, world.actors) : fields))
      const before = new Map(world.chain.state.entries)
      const root = world.account(outer)
      const draft = world.batch(mode.allOrNothing, doomed, outer)
      expect(world.send(outer, draft).result).toBe('tesSUCCESS')
      const changed = changedKeys(before, world.chain.state.entries).filter(
        (key) => world.chain.state.get(key)?.LedgerEntryType !== 'LedgerHashes',
      )
      expect(changed).toEqual([accountKeylet(outer.address).key])
      const last = world.lastLedger()
      expect(last.inner).toEqual([])
      expect(world.account(outer)).toEqual({
        ...root,
        Balance: (BigInt(root.Balance) - BigInt(draft.Fee)).toString(),
        Sequence: root.Sequence + 1,
        PreviousTxnID: last.outer?.transaction.hash,
        PreviousTxnLgrSeq: world.chain.closedHeader.seq,
      })
    }
    expect(problemsOf(world.chain)).toEqual([])
  },
)

/** Returns the problems of the results that a mode left in the ledger, in order. */
function modeProblem(flags: number, results: string[], count: number): string | null {
  const allButLast = results.slice(0, -1)
  const successes = results.filter((result) => result === 'tesSUCCESS').length
  if (flags === mode.allOrNothing && successes !== results.length) return 'a failure among all'
  if (flags === mode.allOrNothing && successes > 0 && successes !== count) return 'a part of all'
  if (flags === mode.onlyOne && allButLast.includes('tesSUCCESS')) return 'more after a success'
  if (flags === mode.untilFailure && allButLast.some((result) => result !== 'tesSUCCESS'))
    return 'more after a failure'
  return results.every((result) => result === 'tesSUCCESS' || result.startsWith('tec')) ? null : 'no result'
}

test.each(seeds)('every mode keeps what it promises, and the ledger consistent (%i)', (seed) => {
  const world = new BusyWorld(seed)
  const outcomes = new Set<string>()
  const problems: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const flags = world.pick(Object.values(mode))
    const outer = world.pick(world.actors)
    const inner = world.inner(outer)
    expect(world.send(outer, world.batch(flags, inner, outer)).result).toBe('tesSUCCESS')
    const last = world.lastLedger()
    const results = last.inner.map(({ metadata }) => metadata.TransactionResult)
    expect(modeProblem(flags, results, inner.length)).toBeNull()
    for (const [index, { metadata, transaction }] of last.inner.entries()) {
      outcomes.add(metadata.TransactionResult)
      expect(metadata.ParentBatchID).toBe(last.outer?.transaction.hash)
      expect(metadata.TransactionIndex).toBe(index + 1)
      expect(world.chain.history.find(transaction.hash)?.index).toBe(index + 1)
    }
    if (round % 10 === 0) problems.push(...problemsOf(world.chain))
  }
  expect(outcomes.size).toBeGreaterThan(2)
  expect([...problems, ...problemsOf(world.chain)]).toEqual([])
})
