import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { loadScenarios, recordings } from 'local-ledger/tests/replay/scenario.ts'
import { tfFullyCanonicalSig } from '#contract/rules/ledger.ts'
import { innerTransactions } from '#worker/ledger/batch.ts'
import { buildSwapBatch, shareDrops } from '#worker/ledger/swap-batch.ts'

const Recorded = v.looseObject({
  Account: v.string(),
  Sequence: v.number(),
  Fee: v.string(),
  RawTransactions: v.array(v.object({ RawTransaction: v.looseObject({}) })),
})

test('the Batch of a swap is the one that a real server carried out', () => {
  const scenario = loadScenarios(recordings).find(({ name }) => name === 'batch-swap')
  const step = scenario?.steps.find(({ step: { id } }) => id === 's23')?.step
  const { BatchSigners: _signed, ...recorded } = v.parse(Recorded, step?.tx_json)
  const [proposer = '', partner = ''] = ['ann', 'bob'].map((name) => scenario?.accounts[name]?.address)
  const nftOf = (place: number) => String(innerTransactions(recorded)[place]?.['NFTokenID'])
  const built = buildSwapBatch(
    { proposer, partner, gives: [nftOf(0)], gets: [nftOf(2)], drops: 0n, payer: 'proposer' },
    { sequence: recorded.Sequence, partnerSequence: 6, lastLedger: 9, expiration: 800, cost: 70n },
  )
  const { LastLedgerSequence, RawTransactions: _inner, Flags, ...outer } = built
  const { RawTransactions: _recorded, Flags: mode, ...recordedOuter } = recorded
  expect(Flags).toBe(Number(mode) + tfFullyCanonicalSig)
  expect(LastLedgerSequence).toBe(9)
  expect(outer).toEqual(recordedOuter)
  const limits = innerTransactions(built).map(({ Expiration, ...rest }) => ({ Expiration, rest }))
  expect(limits.map(({ Expiration }) => Expiration)).toEqual([800, undefined, 800, undefined])
  expect(limits.map(({ rest }) => rest)).toEqual(innerTransactions(recorded))
})

test('the price is shared among the works of a side without losing a drop', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.integer({ min: 1, max: 3 }), (drops, works) => {
      const shares = shareDrops(drops, works)
      expect(shares).toHaveLength(works)
      expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(drops)
      expect(shares.every((share) => share >= drops / BigInt(works))).toBe(true)
    }),
  )
})

test('with several works, every offer is accepted by the other side right after it was made', () => {
  const [proposer, partner] = ['rw3GEXNsDARoj5RHw1bPknDbF3doxUG1gA', 'rCXW3yFT3bts2rDgnKYx5LgPW4TNN2fyF']
  const content = { proposer, partner, gives: ['A', 'B'], gets: ['C'], drops: 7n, payer: 'partner' as const }
  const terms = { sequence: 10, partnerSequence: 20, lastLedger: 9, expiration: 800, cost: 70n }
  const inner = innerTransactions(buildSwapBatch(content, terms))
  expect(
    inner.map(({ Account, Sequence, NFTokenID, Amount, Destination }) => [
      Account,
      Sequence,
      NFTokenID,
      Amount,
      Destination,
    ]),
  ).toEqual([
    [proposer, 11, 'A', '4', partner],
    [partner, 20, undefined, undefined, undefined],
    [proposer, 12, 'B', '3', partner],
    [partner, 21, undefined, undefined, undefined],
    [partner, 22, 'C', '0', proposer],
    [proposer, 13, undefined, undefined, undefined],
  ])
})
