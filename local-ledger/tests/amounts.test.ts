import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Wallet } from 'xrpl'
import { amountFromJson, amountToJson, drops, dropsOf, multiplyByRate } from '#ledger/amounts/amount.ts'
import { decimal } from '#ledger/amounts/decimal.ts'
import { addValues, formatValue, parseValue, scaleValue } from '#ledger/amounts/token-value.ts'
import { accountId, addressOf, addressOfPublicKey, findAccountId } from '#ledger/codec/address.ts'
import {
  makeNftokenId,
  nftFlags,
  nftIssuer,
  nftSequence,
  nftTaxon,
  nftTransferFee,
} from '#ledger/codec/nftoken-id.ts'

// Tests the arithmetic of amounts and the structure of ids.

test.each([
  ['0', '0'],
  ['1e9', '1000000000'],
  ['0.000001', '0.000001'],
  ['-40.1078431372549', '-40.1078431372549'],
  ['123456.789', '123456.789'],
  ['1000000000000', '1000000000000000e-3'],
  ['9999999999999999e80', '9999999999999999e80'],
  ['1e-30', '1000000000000000e-45'],
])('the value %s is written %s', (text, written) => {
  expect(formatValue(parseValue(text))).toBe(written)
})

test('values keep sixteen digits', () => {
  const sum = addValues(parseValue('1234567890123456'), parseValue('0.4'))
  expect(formatValue(sum)).toBe('1234567890123456')
  expect(() => parseValue('1e97')).toThrow(RangeError)
})

test('a royalty in drops is rounded to the nearest drop, ties to even', () => {
  const tenPercent = 100_000_000
  expect(dropsOf(multiplyByRate(drops(15n), tenPercent))).toBe(2n)
  expect(dropsOf(multiplyByRate(drops(25n), tenPercent))).toBe(2n)
  expect(dropsOf(multiplyByRate(drops(26n), tenPercent))).toBe(3n)
})

test('a transfer rate rounds up by one unit when digits are cut off', () => {
  const third = scaleValue(parseValue('1'), 1n, 3n, true)
  expect(formatValue(third)).toBe('0.3333333333333334')
  expect(formatValue(scaleValue(parseValue('1'), 1n, 3n, false))).toBe('0.3333333333333333')
  expect(formatValue(scaleValue(parseValue('100'), 1_020_000_000n, 1_000_000_000n, true))).toBe('102')
})

test('amounts survive encoding and decoding', () => {
  const issuer = Wallet.generate().address
  const values = fc.record({
    mantissa: fc.bigInt(1n, 10n ** 16n - 1n),
    exponent: fc.integer({ min: -40, max: 20 }),
  })
  fc.assert(
    fc.property(values, ({ mantissa, exponent }) => {
      const json = { currency: 'USD', issuer, value: formatValue(decimal(mantissa, exponent)) }
      expect(amountToJson(amountFromJson(json))).toEqual(json)
    }),
  )
})

test('addresses match those of the client library', () => {
  for (let run = 0; run < 20; run += 1) {
    const { address, publicKey } = Wallet.generate()
    expect(addressOf(accountId(address))).toBe(address)
    expect(addressOfPublicKey(publicKey)).toBe(address)
  }
  expect(findAccountId('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTi')).toBeNull()
  expect(findAccountId('')).toBeNull()
})

test('a token id contains its fields', () => {
  const uint32 = fc.integer({ min: 0, max: 0xffffffff })
  const issuer = Wallet.generate().address
  fc.assert(
    fc.property(uint32, uint32, fc.integer({ min: 0, max: 50_000 }), (taxon, sequence, transferFee) => {
      const id = makeNftokenId({ flags: 9, transferFee, issuer, taxon, sequence })
      const parts = [nftFlags(id), nftTransferFee(id), nftIssuer(id), nftTaxon(id), nftSequence(id)]
      expect(parts).toEqual([9, transferFee, issuer, taxon, sequence])
    }),
  )
})
