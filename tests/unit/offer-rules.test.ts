import { describe, expect, test } from 'vitest'
import { chanceOf } from '#tests/drift/chance.ts'
import type { OfferKind } from '#contract/rules/actions.ts'
import {
  amountFields,
  auctionMinimumSeconds,
  endAfterBid,
  type OfferFields,
  offerAmount,
  validateOffer,
} from '#contract/rules/offers.ts'
import { currencyCode, currencyName, listedToken } from '#contract/schemas/tokens.ts'

const now = 800_000_000
const issuer = 'rs5wxrBTSErywDDfPs5NY4Zorrca5QMGVd'
const xrp = (value: string, more: Partial<OfferFields> = {}): OfferFields => ({
  currency: 'XRP',
  issuer: '',
  value,
  destination: '',
  expiration: null,
  now,
  ...more,
})
const wrong = (kind: OfferKind, fields: OfferFields) => validateOffer(kind, fields).map(({ field }) => field)

describe('offers in XRP', () => {
  test.each(['listForSale', 'offerDirectly', 'placeBid', 'bidAtAuction'] as const)(
    '%s requires at least 0.1',
    (kind) => {
      expect(wrong(kind, xrp('0.1'))).toEqual([])
      expect(wrong(kind, xrp('0.099999'))).toEqual(['value'])
      expect(wrong(kind, xrp('-1'))).toEqual(['value'])
      expect(wrong(kind, xrp('0.1234567'))).toEqual(['value'])
      // More than the total XRP supply.
      expect(wrong(kind, xrp('100000000000'))).toEqual([])
      expect(wrong(kind, xrp('100000000000.000001'))).toEqual(['value'])
    },
  )

  test('a transfer has no amount', () => {
    expect(wrong('transfer', xrp(''))).toEqual([])
    expect(offerAmount('transfer', xrp(''))).toBe('0')
  })

  test('are for the address that begins with r: an X-address can hold a tag', () => {
    const messages = (destination: string) =>
      validateOffer('transfer', xrp('', { destination })).map(({ message }) => message)
    expect(messages(issuer)).toEqual([])
    expect(messages('X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ')).toEqual([
      'Enter an address that begins with r. An X-address can contain a destination tag, which an NFT offer cannot carry.',
    ])
    expect(messages('nobody')).toEqual(['This is not an XRP Ledger address.'])
  })

  test('an auction needs an end at least 13 hours ahead', () => {
    expect(wrong('runAuction', xrp('1'))).toEqual(['expiration'])
    expect(wrong('runAuction', xrp('1', { expiration: now + auctionMinimumSeconds - 1 }))).toEqual([
      'expiration',
    ])
    expect(wrong('runAuction', xrp('1', { expiration: now + auctionMinimumSeconds }))).toEqual([])
  })

  test('an expiration must be in the future, and a destination must be an address', () => {
    expect(wrong('offerDirectly', xrp('1', { expiration: now }))).toEqual(['expiration'])
    expect(wrong('offerDirectly', xrp('1', { destination: 'nobody' }))).toEqual(['destination'])
    expect(wrong('transfer', xrp('', { destination: issuer }))).toEqual([])
  })
})

describe('offers in issued currencies', () => {
  const solo = (value: string, more: Partial<OfferFields> = {}) =>
    xrp(value, { currency: 'SOLO', issuer, ...more })

  test('need a value above 0, a currency and an issuer', () => {
    expect(wrong('offerDirectly', solo('0.000001'))).toEqual([])
    expect(wrong('offerDirectly', solo('0'))).toEqual(['value'])
    expect(wrong('offerDirectly', solo('1', { issuer: '' }))).toEqual(['issuer'])
    expect(wrong('offerDirectly', solo('1', { currency: 'X' }))).toEqual(['currency'])
    expect(wrong('offerDirectly', solo('12345678901234567'))).toEqual(['value'])
  })

  test('need at least 0.1 in a row of the batch', () => {
    expect(wrong('listForSale', solo('0.09', { batch: true }))).toEqual(['value'])
    expect(wrong('listForSale', solo('0.1', { batch: true }))).toEqual([])
  })

  test('may be auctions and bids in any currency', () => {
    expect(wrong('bidAtAuction', solo('5'))).toEqual([])
    expect(wrong('bidAtAuction', solo('0'))).toEqual(['value'])
  })

  test('convert to ledger amounts and back', () => {
    const amount = offerAmount('offerDirectly', solo('1.50'))
    expect(amount).toEqual({ currency: '534F4C4F00000000000000000000000000000000', issuer, value: '1.5' })
    expect(amountFields('12500000')).toEqual({ currency: 'XRP', issuer: '', value: '12.5' })
  })
})

test('currency codes are three letters or longer names in hex, and never XRP', () => {
  expect(currencyCode('TPR')).toBe('TPR')
  expect(currencyName(currencyCode('Opulence') ?? '')).toBe('Opulence')
  expect(currencyCode('XRP')).toBeNull()
  expect(currencyCode('0158415500000000C1F76FF6ECB0BAC600000000')).toBe(
    '0158415500000000C1F76FF6ECB0BAC600000000',
  )
  const tokens = [{ symbol: 'TPR', currency: 'TPR', issuer }]
  expect(listedToken(tokens, { currency: 'TPR', issuer })?.symbol).toBe('TPR')
  expect(listedToken(tokens, { currency: 'TPR', issuer: 'rSomebodyElse' })).toBeNull()
})

describe('the end of an auction', () => {
  const endsAt = 1_000_000_000
  const minutes = 60_000
  const latestEnd = endsAt + 660 * minutes

  test('moves by five minutes after a bid in the last five', () => {
    for (const before of [0, 1, 5 * minutes - 1])
      expect(endAfterBid({ endsAt, latestEnd }, endsAt - before)).toBe(endsAt + 5 * minutes)
  })

  test('stays after a bid that is earlier, or too late', () => {
    for (const bidAt of [endsAt - 5 * minutes, endsAt - 900 * minutes, endsAt + 1, endsAt + 900 * minutes])
      expect(endAfterBid({ endsAt, latestEnd }, bidAt)).toBe(endsAt)
  })

  test('never moves back, and never beyond its limit, whatever bids arrive', () => {
    const chance = chanceOf(7)
    const ends = [endsAt]
    const steps: number[] = []
    for (let bids = 0; bids < 20_000; bids += 1) {
      // Every 200 bids a new auction starts, because an auction reaches its limit after 132 late bids.
      const end = bids % 200 === 0 ? endsAt : (ends.at(-1) ?? endsAt)
      ends.push(endAfterBid({ endsAt: end, latestEnd }, end + minutes - chance.int(7 * minutes)))
      steps.push((ends.at(-1) ?? 0) - end)
    }
    expect(Math.max(...ends)).toBe(latestEnd)
    expect(new Set(steps)).toEqual(new Set([0, 5 * minutes]))
  })
})
