import '#worker/languages.ts'
import { inLanguage } from '#contract/words/speech.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listedTokens } from '#worker/domain/market/listed-tokens.ts'
import { dropsToXrp, formatCompact, formatXrpExact, parseXrp } from '#contract/rules/amounts.ts'
import {
  bidProceeds,
  brokerFee,
  listingBreakdown,
  onDemandFee,
  computeRoyalty,
} from '#contract/rules/fees.ts'

const drops = fc.bigInt({ min: 0n, max: 100_000_000_000_000_000n })

test('drops and XRP strings convert back and forth without loss', () => {
  fc.assert(fc.property(drops, (amount) => parseXrp(dropsToXrp(amount)) === amount))
  expect(parseXrp('12.5')).toBe(12_500_000n)
  expect(parseXrp('1.0000001')).toBeNull()
  expect(parseXrp('-1')).toBeNull()
  expect(parseXrp('1e6')).toBeNull()
})

test('RLUSD is listed on Mainnet with its code on the ledger, and elsewhere with the issuer of the settings', () => {
  const rlusd = { symbol: 'RLUSD', currency: '524C555344000000000000000000000000000000' }
  const issuer = 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De'
  expect(listedTokens({}, true)).toContainEqual({ ...rlusd, issuer })
  expect(listedTokens({}, false)).toEqual([])
  expect(listedTokens({ RLUSD: 'rTest' }, false)).toEqual([{ ...rlusd, issuer: 'rTest' }])
})

test('amounts are formatted for display', () => {
  expect(formatXrpExact(1_250_000_000n)).toBe('1,250.00')
  expect(formatXrpExact(123_456_789n)).toBe('123.456789')
  expect(formatCompact('1250')).toBe('1.25K')
  expect(formatCompact('1796.54')).toBe('1.80K')
  expect(formatCompact('999.994')).toBe('999.99')
  expect(formatCompact('999.995')).toBe('1.00K')
  expect(formatCompact('999999')).toBe('1.00M')
  expect(formatCompact('-0.005')).toBe('-0.01')
  expect(formatCompact('1000000')).toBe('1.00M')
  expect(formatCompact('0')).toBe('0.00')
  expect(formatCompact('2500000000000')).toBe('2.50T')
})

test('compact amounts are written as the language abbreviates numbers', () => {
  const written = (language: string) =>
    inLanguage(language, () =>
      // Intl inserts a non-breaking space before an abbreviation.
      ['999.5', '1796.54', '12345.678', '1800000'].map((amount) =>
        formatCompact(amount).replaceAll(/\s/g, ' '),
      ),
    )
  expect(written('de')).toEqual(['999,50', '1.797', '12.346', '1,80 Mio.'])
  expect(written('fr')).toEqual(['999,50', '1,80 k', '12,35 k', '1,80 M'])
  expect(written('ja')).toEqual(['999.50', '1,797', '1.23万', '180.00万'])
  expect(written('en')).toEqual(['999.50', '1.80K', '12.35K', '1.80M'])
})

test('the broker fee is 1 %, rounded down, at least one drop', () => {
  expect(brokerFee(123_456_789n)).toBe(1_234_567n)
  expect(brokerFee(99n)).toBe(1n)
  expect(brokerFee(0n)).toBe(0n)
  expect(onDemandFee(100_000_000n)).toBe(2_000_000n)
  fc.assert(
    fc.property(
      drops,
      (price) => brokerFee(price) <= price && brokerFee(price) * 100n <= (price > 100n ? price : 100n),
    ),
  )
})

test('the royalty is rounded as on a recorded server', () => {
  // Each row has the price, the transfer fee and the royalty, from the recordings of xrpld 3.2.0 (accept-rounding).
  const settled: [bigint, number, bigint][] = [
    [1n, 1, 0n],
    [99_999n, 1, 1n],
    [10n, 33_333, 3n],
    [3n, 50_000, 2n],
    [1n, 50_000, 0n],
    [9_999_999n, 12_345, 1_234_500n],
    [1_000_003n, 49_999, 499_991n],
    [100n, 33_333, 33n],
  ]
  for (const [price, fee, expected] of settled) expect(computeRoyalty(price, fee, false)).toBe(expected)
  expect(computeRoyalty(1000n, 5000, true)).toBe(0n)
})

test('a brokered listing is split as in the worked example, and the parts add up', () => {
  const sale = listingBreakdown(123_456_789n, 5000, false)
  expect(sale).toEqual({
    priceDrops: 123_456_789n,
    feeDrops: 1_234_567n,
    royaltyDrops: 6_172_839n,
    sellerDrops: 117_283_950n,
    buyerDrops: 124_691_356n,
  })
  fc.assert(
    fc.property(drops, fc.integer({ min: 0, max: 50_000 }), fc.boolean(), (price, fee, own) => {
      const split = listingBreakdown(price, fee, own)
      return split.buyerDrops === split.feeDrops + split.royaltyDrops + split.sellerDrops
    }),
  )
  expect(bidProceeds(100_000_000n)).toBe(99_000_000n)
})
