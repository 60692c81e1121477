import { describe, expect, test } from 'vitest'
import type { Amount } from '#contract/schemas/amounts.ts'
import { groupPurchases, objectsAtHeight, sumByCurrency } from '#contract/rules/cart-groups.ts'

const usd = (value: string) => ({ currency: 'USD', issuer: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', value })

const purchase = (
  nftokenID: string,
  pays: Amount,
  more: { brokered?: boolean; reserved?: boolean } = {},
) => ({
  nftokenID,
  pays,
  brokered: true,
  reserved: false,
  ...more,
})

const idsOf = (groups: { nftokenID: string }[][]) =>
  groups.map((group) => group.map(({ nftokenID }) => nftokenID).join(''))

describe('what is signed at once', () => {
  const brokered = ['e', 'd', 'c', 'b', 'a'].map((id, place) => purchase(id, String(500 - place * 100)))

  test('four brokered purchases fit into one signature, cheapest first', () => {
    expect(idsOf(groupPurchases(brokered, true))).toEqual(['abcd', 'e'])
  })

  test('eight direct purchases fit into one signature', () => {
    const direct = [...'abcdefghi'].map((id, place) => purchase(id, String(place + 1), { brokered: false }))
    expect(idsOf(groupPurchases(direct, true))).toEqual(['abcdefgh', 'i'])
  })

  test('a brokered purchase takes the room of two direct ones', () => {
    const mixed = [...'abcdefg'].map((id, place) => purchase(id, String(place + 1), { brokered: place > 5 }))
    expect(idsOf(groupPurchases(mixed, true))).toEqual(['abcdefg'])
    const more = [purchase('0', '0', { brokered: false }), ...mixed]
    expect(idsOf(groupPurchases(more, true))).toEqual(['0abcdef', 'g'])
  })

  test('each purchase is signed alone where the wallet cannot sign a Batch', () => {
    expect(idsOf(groupPurchases(brokered, false))).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('a work that is reserved first is signed alone', () => {
    const [first, second, ...rest] = brokered.toReversed()
    if (first === undefined || second === undefined) throw new Error('Nothing to buy.')
    expect(idsOf(groupPurchases([first, { ...second, reserved: true }, ...rest], true))).toEqual([
      'acde',
      'b',
    ])
  })

  test('XRP comes first, and amounts are compared within a currency only', () => {
    const mixed = [purchase('u', usd('1')), purchase('x', '9000000'), purchase('v', usd('0.5'))]
    expect(idsOf(groupPurchases(mixed, false))).toEqual(['x', 'v', 'u'])
  })

  test('nothing to buy needs no signature', () => {
    expect(groupPurchases([], true)).toEqual([])
  })
})

describe('the reserve at the height of the purchases', () => {
  const height = (...brokered: boolean[]) => objectsAtHeight(brokered.map((each) => ({ brokered: each })))

  test('nothing is locked for nothing', () => {
    expect(height()).toBe(0)
  })

  test('one purchase needs its offer, or then a page for its token', () => {
    expect([height(true), height(false)]).toEqual([1, 1])
  })

  test('only one offer exists at a time, beside the page of the tokens bought before', () => {
    expect([height(true, true), height(true, true, true, true), height(false, true)]).toEqual([2, 2, 2])
  })

  test('more tokens may need more pages', () => {
    const many = (count: number) =>
      objectsAtHeight(Array.from({ length: count }, () => ({ brokered: false })))
    expect([many(16), many(17), many(50)]).toEqual([1, 2, 4])
  })
})

test('sums are exact, one for each currency, XRP first', () => {
  const part = (amount: Amount) => ({
    price: amount,
    fee: amount,
    royalty: amount,
    pays: amount,
    needs: amount,
  })
  const other = { ...usd('1'), currency: 'EUR' }
  expect(sumByCurrency([usd('0.1'), '9007199254740993', other, '1', usd('0.2')].map(part))).toEqual(
    ['9007199254740994', other, usd('0.3')].map(part),
  )
})
