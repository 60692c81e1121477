import { describe, expect, test } from 'vitest'
import { divideDrops, maxPayees, payeeErrors, wholeShare } from '#contract/rules/splits.ts'
import { chanceOf } from '#tests/drift/chance.ts'

/** Returns random shares of some payees with the required total. */
function sharesOf(chance: ReturnType<typeof chanceOf>): number[] {
  const cuts = Array.from({ length: chance.int(maxPayees) }, () => 1 + chance.int(wholeShare - 1))
  const places = [0, ...new Set(cuts.toSorted((a, b) => a - b)), wholeShare]
  return places.slice(1).map((place, index) => place - (places[index] ?? 0))
}

describe('the division of a sale', () => {
  test('gives away every drop, none twice, and each payee at least their share rounded down', () => {
    for (let seed = 1; seed <= 2000; seed += 1) {
      const chance = chanceOf(seed)
      const shares = sharesOf(chance)
      const drops = BigInt(chance.int(2_000_000_000)) * BigInt(1 + chance.int(50_000_000))
      const parts = divideDrops(drops, shares)
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(drops)
      for (const [place, part] of parts.entries()) {
        const exact = (drops * BigInt(shares[place] ?? 0)) / BigInt(wholeShare)
        expect(part >= exact).toBe(true)
        expect(part - exact < (place === 0 ? BigInt(maxPayees) : 1n)).toBe(true)
      }
    }
  })

  test('gives the drops that do not divide to the first payee', () => {
    expect(divideDrops(18_600_003n, [501, 333, 166])).toEqual([9_318_603n, 6_193_800n, 3_087_600n])
    expect(divideDrops(2n, [200, 200, 200, 200, 200])).toEqual([2n, 0n, 0n, 0n, 0n])
    expect(divideDrops(7n, [1000])).toEqual([7n])
  })
})

test('payees are refused at the field that is wrong', () => {
  const fieldsOf = (...shares: [account: string, perMille: number][]) =>
    payeeErrors(
      shares.map(([account, perMille]) => ({ account, perMille })),
      'market',
    ).map(({ payee, field }) => `${payee}.${field}`)
  expect(fieldsOf()).toEqual([])
  expect(fieldsOf(['a', 1000])).toEqual([])
  expect(fieldsOf(['a', 333], ['b', 667])).toEqual([])
  expect(fieldsOf(['a', 500], ['b', 499])).toEqual(['1.perMille'])
  expect(fieldsOf(['a', 500], ['a', 500])).toEqual(['1.account'])
  expect(fieldsOf(['market', 1000])).toEqual(['0.account'])
  expect(fieldsOf(['a', 0], ['b', 999.5])).toEqual(['0.perMille', '1.perMille'])
})
