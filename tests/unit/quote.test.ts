import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDecimals, formatDecimal, parseDecimal } from '#contract/rules/decimal.ts'
import {
  addAmounts,
  bidLessFee,
  brokerFeeOf,
  compareAmounts,
  isPositive,
  priceWithFee,
  sameCurrency,
  subtractAmounts,
} from '#contract/rules/money.ts'
import { type QuoteFacts, quote } from '#contract/rules/quote.ts'

const issuer = 'rsoLo2S1kiGeCcn6hCUXVrCpGMWLrRrLZz'
const solo = (value: string) => ({ currency: 'SOL', issuer, value })
const facts = (change: Partial<QuoteFacts>): QuoteFacts => ({
  kind: 'buyNow',
  amount: '123456789',
  brokered: true,
  transferFee: 5000,
  issuerTakesPart: false,
  ownerReserveDrops: 200_000n,
  ...change,
})

describe('a quote', () => {
  test('of a listing matches the worked example', () => {
    expect(quote(facts({}))).toEqual({
      price: '123456789',
      fee: '1234567',
      royalty: '6172839',
      sellerGets: '117283950',
      buyerPays: '124691356',
      buyerNeeds: '124691356',
      reserveDrops: 200_000n,
    })
  })

  test('of a bid deducts the fee from it', () => {
    expect(quote(facts({ kind: 'acceptBid', amount: '20000000', issuerTakesPart: true }))).toMatchObject({
      fee: '200000',
      royalty: '0',
      sellerGets: '19800000',
      buyerPays: '20000000',
    })
  })

  test('of a direct offer has no fee, and accepting one locks nothing', () => {
    expect(quote(facts({ kind: 'offerDirectly', amount: '1000', brokered: false }))).toMatchObject({
      fee: '0',
      buyerPays: '1000',
      reserveDrops: 200_000n,
    })
    expect(quote(facts({ brokered: false })).reserveDrops).toBe(0n)
    expect(quote(facts({ kind: 'acceptSellOffer', brokered: false })).reserveDrops).toBe(0n)
  })

  test('in an issued currency has 15 digits, and adds the issuer’s transfer rate to what the buyer needs', () => {
    const result = quote(
      facts({ amount: solo('100.123456789012'), transferFee: 10_000, transferRate: 1_002_000_000 }),
    )
    expect(result).toMatchObject({
      fee: solo('1.00123456789012'),
      buyerPays: solo('101.1246913569022'),
      buyerNeeds: solo('101.3269407396161'),
      royalty: solo('10.0123456789012'),
      sellerGets: solo('90.1111111101108'),
    })
  })
})

const amount = fc.oneof(
  fc.bigInt({ min: 100_000n, max: 10n ** 17n }).map(String),
  fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 16n - 1n }), fc.integer({ min: -20, max: 10 }))
    .map(([digits, exponent]) => solo(formatDecimal({ digits, exponent }))),
)

test('a buyer’s payment always covers price and fee, and the parts of a bid do not exceed it', () => {
  fc.assert(
    fc.property(amount, (price) => {
      const fee = brokerFeeOf(price)
      expect(sameCurrency(fee, price)).toBe(true)
      expect(isPositive(fee)).toBe(true)
      expect(compareAmounts(subtractAmounts(priceWithFee(price), fee), price)).toBeGreaterThanOrEqual(0)
      expect(compareAmounts(bidLessFee(price), price)).toBeLessThan(0)
      expect(compareAmounts(addAmounts(bidLessFee(price), fee), price)).toBeLessThanOrEqual(0)
    }),
  )
})

test('decimals are exact', () => {
  const sum = addDecimals(
    parseDecimal('0.1') ?? { digits: 0n, exponent: 0 },
    parseDecimal('2e-1') ?? { digits: 0n, exponent: 0 },
  )
  expect(formatDecimal(sum)).toBe('0.3')
  expect(formatDecimal({ digits: -5n, exponent: -3 })).toBe('-0.005')
  expect(formatDecimal({ digits: 12n, exponent: 3 })).toBe('12000')
  expect(parseDecimal('1,5')).toBeNull()
})
