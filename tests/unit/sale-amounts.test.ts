import { expect, test } from 'vitest'
import { onDemandFee } from '#contract/rules/fees.ts'
import { compareAmounts, royaltyOf } from '#contract/rules/money.ts'
import { amountOfDrops, dropsOfAmount, maxIssuedDrops, saleRoyalty } from '#contract/rules/sale-amounts.ts'
import { chanceOf } from '#tests/drift/chance.ts'

const gold = { currency: 'GLD', issuer: 'rGold' }

test('amounts are read and written without a difference, and none with more than six decimals is read', () => {
  const chance = chanceOf(7)
  for (let round = 0; round < 500; round += 1) {
    const drops = BigInt(chance.int(2_000_000_000)) * BigInt(1 + chance.int(400_000))
    for (const currency of [null, gold]) expect(dropsOfAmount(amountOfDrops(drops, currency))).toBe(drops)
  }
  expect(amountOfDrops(12_500_000n, gold)).toEqual({ ...gold, value: '12.5' })
  for (const value of ['0.0000001', '-1', '1e30', 'x']) expect(dropsOfAmount({ ...gold, value })).toBeNull()
  expect(dropsOfAmount({ ...gold, value: '1e-6' })).toBe(1n)
})

test('the royalty that we count is never less than what the ledger takes, and at most a millionth more', () => {
  const chance = chanceOf(11)
  for (let round = 0; round < 2000; round += 1) {
    const price = (BigInt(1 + chance.int(2_000_000_000)) * BigInt(1 + chance.int(400_000))) % maxIssuedDrops
    const transferFee = chance.int(50_001)
    const counted = saleRoyalty(price, transferFee, gold)
    const paid = royaltyOf(amountOfDrops(price, gold), transferFee, false)
    expect(compareAmounts(amountOfDrops(counted, gold), paid)).toBeGreaterThanOrEqual(0)
    const less = amountOfDrops(counted === 0n ? 0n : counted - 1n, gold)
    expect(compareAmounts(less, paid)).toBeLessThanOrEqual(0)
    expect(counted + onDemandFee(price)).toBeLessThanOrEqual(price === 1n ? 2n : price)
  }
})
