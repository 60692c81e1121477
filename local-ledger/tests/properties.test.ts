import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LedgerChain } from '#ledger/chain/ledger-chain.ts'
import { findAccount } from '#ledger/entries/account-roots.ts'
import { tokenPages } from '#ledger/rpc/account-nfts.ts'
import type { TransactionFields } from '#ledger/transactions/transaction-types.ts'
import { problemsOf } from './invariants.ts'
import { fundActors, makeActors, seeded, submitUnsigned as submit, Workload } from './workload.ts'

// Plays random histories: balances must add up, tokens must be on the right pages, and counts must be correct.

const actors = makeActors(6)
/** `npm test` runs only a sample. */
const everyCase = process.env['OPX_PROOFS'] === 'all'

function newWorld(): LedgerChain {
  let time = 1_760_000_000_000
  const chain = new LedgerChain({ networkId: 0, now: () => time })
  chain.closedListeners.add(() => {
    time += 4000
  })
  fundActors(chain, actors)
  chain.close()
  return chain
}

function tokensOf(chain: LedgerChain, address: string): string[] {
  const pages = [...tokenPages(chain.closedView(), address)]
  return pages.flatMap(({ page }) => page.NFTokens.map(({ NFToken }) => NFToken.NFTokenID))
}

test('every history keeps the ledger consistent', { timeout: 60_000 }, () => {
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
      for (let step = 1; step <= length; step += 1) {
        submit(chain, workload.next())
        if (step % perLedger === 0) chain.close()
        if (step % 50 === 0) problems.push(...problemsOf(chain))
      }
      chain.close()
      expect([...problems, ...problemsOf(chain)]).toEqual([])
    }),
    { numRuns: everyCase ? 20 : 5 },
  )
})

test('pages split and merge correctly in any order of tokens', { timeout: 60_000 }, () => {
  const collections = fc.record({
    seed: fc.integer(),
    taxons: fc.integer({ min: 1, max: 4 }),
    mints: fc.integer({ min: 33, max: 140 }),
  })
  fc.assert(
    fc.property(collections, ({ seed, taxons, mints }) => {
      const chain = newWorld()
      const random = seeded(seed)
      const [owner] = actors
      if (owner === undefined) return
      const problems: string[] = []
      const act = (draft: Partial<TransactionFields> & { TransactionType: string }) => {
        const Sequence = findAccount(chain.openLedger.view, owner.address)?.Sequence ?? 0
        const common = { Account: owner.address, SigningPubKey: owner.publicKey, Fee: '10', Sequence }
        const result = submit(chain, { ...common, ...draft })
        if (result !== 'tesSUCCESS') problems.push(`${draft.TransactionType} came to ${result}`)
      }
      for (let step = 0; step < mints; step += 1) {
        act({ TransactionType: 'NFTokenMint', NFTokenTaxon: Math.floor(random() * taxons), Flags: 8 })
      }
      chain.close()
      problems.push(...problemsOf(chain))
      const tokens = tokensOf(chain, owner.address)
      if (tokens.length !== mints) problems.push(`${mints} minted, ${tokens.length} found`)
      while (tokens.length > 0) {
        const [tokenId] = tokens.splice(Math.floor(random() * tokens.length), 1)
        act({ TransactionType: 'NFTokenBurn', NFTokenID: tokenId ?? '' })
        if (tokens.length % 3 > 0) continue
        chain.close()
        problems.push(...problemsOf(chain))
        if (tokensOf(chain, owner.address).length !== tokens.length) problems.push('tokens got lost')
      }
      expect(problems).toEqual([])
    }),
    { numRuns: everyCase ? 12 : 3 },
  )
})

test('the same transactions produce the same ledger', () => {
  const hashes = [1, 2].map(() => {
    const chain = newWorld()
    const workload = new Workload(chain, actors, seeded(5))
    for (let step = 1; step <= 120; step += 1) {
      submit(chain, workload.next())
      if (step % 10 === 0) chain.close()
    }
    return chain.closedHeader.hash
  })
  expect(hashes[0]).toBe(hashes[1])
})
