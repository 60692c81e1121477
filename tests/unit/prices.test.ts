import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dropsToUsd, isFarBelowFloor } from '#contract/rules/prices.ts'

test.each([
  [120_000_000n, '0.6175', '74.10'],
  [0n, '2', '0.00'],
  [1n, '2.5', '0.00'],
  [1_000_000n, '0.005', '0.01'],
  [1_000_000n, '0.0049999', '0.00'],
  [100_000_000_000_000_000n, '999999.99', '99999999000000000.00'],
])('%s drops at $%s are $%s', (drops, usd, expected) => {
  expect(dropsToUsd(drops, usd)).toBe(expected)
})

test('the rounding error is at most half a cent', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 17n }),
      fc.integer({ min: 0, max: 10 ** 9 }),
      (drops, micros) => {
        const usd = `${Math.floor(micros / 1e6)}.${String(micros % 1e6).padStart(6, '0')}`
        const cents = BigInt(dropsToUsd(drops, usd).replace('.', ''))
        // Both in units of 10^-12 dollars.
        const difference = cents * 10n ** 10n - drops * BigInt(micros)
        expect(difference <= 5n * 10n ** 9n && difference > -5n * 10n ** 9n - 1n).toBe(true)
      },
    ),
  )
})

test.each([
  ['49999999', '100000000', true],
  ['50000000', '100000000', false],
  ['1', null, false],
  ['1', '2', false],
  [{ currency: 'USD', issuer: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', value: '0.01' }, '100000000', false],
])('a price of %j at a floor of %s asks for a confirmation: %s', (price, floor, expected) => {
  expect(isFarBelowFloor(price, floor)).toBe(expected)
})
