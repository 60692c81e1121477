import { describe, expect, test } from 'vitest'
import type { CartCheckReply, CartEntry, CartOffer, CartState } from '#contract/schemas/cart.ts'
import {
  boughtIn,
  groupTitle,
  noteTransactions,
  planRun,
  rowOfWork,
  splitGroup,
  undoneGroups,
} from '#web/features/cart/cart-run.ts'
import { pickCheapest, totalOf } from '#web/features/collection/sweep/pick-cheapest.ts'
import { beginRow, finish, nextToRequest } from '#web/wallet/runs/run-state.ts'

const offerAt = (price: string): CartOffer => ({
  sellOfferIndex: `offer at ${price}`,
  seller: 'rSeller',
  price,
  fee: '1',
  royalty: '0',
  royaltyReceiver: 'rArtist',
  pays: (BigInt(price) + 1n).toString(),
  needs: (BigInt(price) + 1n).toString(),
  brokered: true,
})

const entry = (nftokenID: string, price: string | null, state: CartState = 'takeable'): CartEntry => ({
  nftokenID,
  state,
  code: null,
  sentence: null,
  name: `Work ${nftokenID}`,
  image: null,
  collectionId: null,
  artist: null,
  collectionName: null,
  offer: price === null ? null : offerAt(price),
})

const reply = (items: CartEntry[], groups: string[][]): CartCheckReply => ({
  items,
  groups: groups.map((nftokenIDs) => ({ nftokenIDs })),
  totals: [],
  reserveDrops: '0',
  costDrops: '0',
  ledgerIndex: 1,
})

const work = (nftokenID: string) => ({
  nftokenID,
  name: 'Kept name',
  sellOfferIndex: null,
  expectedAmount: '9',
})

describe('a run that buys the cart', () => {
  const checked = reply([entry('A', '30'), entry('B', '10'), entry('C', null, 'gone')], [['B'], ['A']])
  const plan = planRun(checked, ['A', 'B', 'C'].map(work))

  test('has a row for each signature, in its order, at the current prices', () => {
    expect(plan.queue).toEqual(['B', 'A'])
    expect(plan.groups['B']).toMatchObject([
      { name: 'Work B', price: '10', pays: '11', sellOfferIndex: 'offer at 10' },
    ])
    expect(nextToRequest(plan)).toBe('B')
  })

  test('tells each work what became of it', () => {
    const end = { message: null, txid: null, nftId: null, again: false }
    const bought = finish(plan, 'B', { ...end, status: 'success' })
    const failed = finish(bought, 'A', { ...end, status: 'failed', message: 'Gone.' })
    expect(rowOfWork(plan, 'A')).toEqual({ row: null, waits: true, isShared: false })
    expect(rowOfWork(failed, 'A')).toMatchObject({
      row: { status: 'failed', message: 'Gone.' },
      waits: false,
    })
    expect(rowOfWork(failed, 'C')).toBe(null)
    expect(boughtIn(failed).map(({ nftokenID }) => nftokenID)).toEqual(['B'])
    expect(nextToRequest(failed)).toBe(null)
  })

  test('finds the row of every work of a group', () => {
    const together = planRun(reply([entry('A', '30'), entry('B', '10')], [['B', 'A']]), ['A', 'B'].map(work))
    expect(together.queue).toEqual(['group:B'])
    expect(rowOfWork(together, 'A')).toEqual({ row: null, waits: true, isShared: true })
    expect(groupTitle(together.groups['group:B'] ?? [])).toBe('2 works')
    expect(groupTitle([{ name: 'Moon' }])).toBe('Moon')
  })

  test('knows the transaction of each work that one signature covers', () => {
    const together = planRun(reply([entry('A', '30'), entry('B', '10')], [['B', 'A']]), ['A', 'B'].map(work))
    const inner = (txid: string, nftokenID: string) => ({ txid, nftokenID, result: 'tesSUCCESS' })
    const outcome = {
      purpose: 'buy_cart',
      nftokenID: 'B',
      txid: 'accept B',
      batchTxid: 'outer',
      inner: [inner('offer B', 'B'), inner('accept B', 'B'), inner('offer A', 'A'), inner('accept A', 'A')],
      ledgerIndex: 1,
      result: 'tesSUCCESS',
      paidDrops: null,
      feeDrops: null,
      paid: null,
      fee: null,
    }
    const noted = noteTransactions(together, 'group:B', outcome)
    expect(noted.groups['group:B']?.map(({ txid }) => txid)).toEqual(['accept B', 'accept A'])
    expect(noteTransactions(plan, 'B', { ...outcome, inner: null }).groups['B']?.[0]?.txid).toBe('accept B')
  })

  test('buys a group one by one when one signature is not available any more', () => {
    const together = planRun(
      reply([entry('A', '30'), entry('B', '10'), entry('C', '50')], [['B', 'A'], ['C']]),
      ['A', 'B', 'C'].map(work),
    )
    const split = splitGroup(beginRow(together, 'group:B', { key: 'k' }), 'group:B')
    expect(split.queue).toEqual(['B', 'A', 'C'])
    expect(Object.keys(split.groups).toSorted()).toEqual(['A', 'B', 'C'])
    expect(nextToRequest(split)).toBe('B')
  })

  test('says of which groups nothing was bought', () => {
    const together = planRun(
      reply([entry('A', '30'), entry('B', '10'), entry('C', '50')], [['B', 'A'], ['C']]),
      ['A', 'B', 'C'].map(work),
    )
    const end = { txid: null, nftId: null, again: true, message: 'Work A: gone.' }
    const failed = finish(finish(together, 'group:B', { ...end, status: 'failed' }), 'C', {
      ...end,
      status: 'failed',
    })
    expect(undoneGroups(failed)).toMatchObject([{ id: 'group:B', message: 'Work A: gone.' }])
    expect(undoneGroups(together)).toEqual([])
  })

  test('leaves out a work that was removed from the cart meanwhile', () => {
    expect(planRun(checked, [work('A')]).queue).toEqual(['A'])
  })
})

describe('the cheapest works', () => {
  const entries = [
    entry('dear', '90'),
    entry('cheap', '10'),
    entry('own', '1', 'own_token'),
    entry('moved', '20', 'price_up'),
    entry('gone', null, 'gone'),
    entry('coded', '30', 'needs_promo_code'),
  ]
  const idsOf = (limits: Partial<Parameters<typeof pickCheapest>[1]>) =>
    pickCheapest(entries, { count: 50, eachDrops: null, totalDrops: null, ...limits }).map(
      ({ entry: { nftokenID } }) => nftokenID,
    )

  test('are those that can be bought, by what the buyer pays', () => {
    expect(idsOf({})).toEqual(['cheap', 'moved', 'coded', 'dear'])
    expect(idsOf({ count: 2 })).toEqual(['cheap', 'moved'])
  })

  test('keep to both limits, with the fee, and stop at the first that does not fit', () => {
    expect(idsOf({ eachDrops: 21n })).toEqual(['cheap', 'moved'])
    expect(idsOf({ eachDrops: 20n })).toEqual(['cheap'])
    expect(idsOf({ totalDrops: 63n })).toEqual(['cheap', 'moved', 'coded'])
    expect(idsOf({ totalDrops: 62n })).toEqual(['cheap', 'moved'])
    expect(idsOf({ totalDrops: 0n })).toEqual([])
  })

  test('are summed exactly', () => {
    expect(totalOf(pickCheapest(entries, { count: 3, eachDrops: null, totalDrops: null }))).toBe(63n)
  })

  test('leave out issued currencies, which cannot be compared', () => {
    const usd = { currency: 'USD', issuer: 'rIssuer', value: '1' }
    const other = { ...entry('usd', '1'), offer: { ...offerAt('1'), pays: usd } }
    expect(pickCheapest([other], { count: 1, eachDrops: null, totalDrops: null })).toEqual([])
  })
})
