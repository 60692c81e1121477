import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GENESIS_ACCOUNT } from '#dev/ledger/chain/genesis.ts'
import { LedgerChain } from '#dev/ledger/chain/ledger-chain.ts'
import { transactionFromFields } from '#dev/ledger/chain/parse-transaction.ts'
import type { TransactionFields } from '#dev/ledger/transactions/transaction-types.ts'
import { problemsOf } from './invariants.ts'
import { makeActors, seeded, Workload } from './workload.ts'

// Random histories: whatever happens, the books balance, tokens are where they belong and counts are true.

const GENESIS_KEY = '0330E7FC9D56BB25D6893BA3F317AE5BCF33B3291BD63DB32654A313222F7FD020'
const actors = makeActors(6)

function submit(chain: LedgerChain, fields: TransactionFields): string {
  const transaction = transactionFromFields({ ...fields, TxnSignature: '00'.repeat(64) })
  return chain.openLedger.submit(transaction, false).outcome.result
}

function newWorld(): LedgerChain {
  let time = 1_760_000_000_000
  const chain = new LedgerChain({ networkId: 0, now: () => time })
  chain.closedListeners.add(() => {
    time += 4000
  })
  for (const [index, { address }] of actors.entries()) {
    submit(chain, {
      TransactionType: 'Payment',
      Account: GENESIS_ACCOUNT,
      Destination: address,
      Amount: index % 2 === 0 ? '100000000' : '6000000',
      Fee: '10',
      Sequence: index + 1,
      SigningPubKey: GENESIS_KEY,
    })
  }
  chain.close()
  return chain
}

test('every history leaves the ledger in order', { timeout: 60_000 }, () => {
  const histories = fc.record({
    seed: fc.integer(),
    length: fc.integer({ min: 50, max: 250 }),
    perLedger: fc.integer({ min: 1, max: 12 }),
  })
  fc.assert(
    fc.property(histories, ({ seed, length, perLedger }) => {
      const chain = newWorld()
      const workload = new Workload(chain, actors, seeded(seed))
      const problems: string[] = []
      for (let done = 1; done <= length; done += 1) {
        submit(chain, workload.next())
        if (done % perLedger === 0) chain.close()
        if (done % 50 === 0) problems.push(...problemsOf(chain))
      }
      chain.close()
      expect([...problems, ...problemsOf(chain)]).toEqual([])
    }),
    { numRuns: 30 },
  )
})

test('a long history of one collection splits and merges pages', { timeout: 60_000 }, () => {
  const chain = newWorld()
  const workload = new Workload(chain, actors.slice(0, 2), seeded(11))
  const problems: string[] = []
  for (let done = 1; done <= 1500; done += 1) {
    submit(chain, workload.next())
    if (done % 20 === 0) chain.close()
    if (done % 250 === 0) problems.push(...problemsOf(chain))
  }
  chain.close()
  expect([...problems, ...problemsOf(chain)]).toEqual([])
})

test('the same transactions make the same ledger', () => {
  const hashes = [1, 2].map(() => {
    const chain = newWorld()
    const workload = new Workload(chain, actors, seeded(5))
    for (let done = 1; done <= 120; done += 1) {
      submit(chain, workload.next())
      if (done % 10 === 0) chain.close()
    }
    return chain.closed.hash
  })
  expect(hashes[0]).toBe(hashes[1])
})
