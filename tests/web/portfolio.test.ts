import { describe, expect, test } from 'vitest'
import type { StatementRow } from '#contract/schemas/statements.ts'
import { toCsv } from '#web/kit/charts/download-csv.ts'
import {
  filterWorks,
  formatProfit,
  lastSales,
  computeUnrealised,
} from '#web/features/profile/portfolio/profit.ts'
import { statementColumns, statementLine } from '#web/features/profile/portfolio/statement-csv.ts'

describe('profit', () => {
  test.each([
    [0n, '0.00 XRP'],
    [12_500_000n, '+12.50 XRP'],
    [-1n, '−0.000001 XRP'],
  ])('%s drops have a sign in words', (drops, text) => {
    expect(formatProfit(drops)).toBe(text)
  })

  test.each([
    ['100', '250', 150n],
    ['250', '100', -150n],
    ['0', '5', 5n],
    [null, '5', null],
    ['5', null, null],
    [{ currency: 'USD', issuer: 'r', value: '1' }, '5', null],
  ])('is the difference, for a work that cost %j at a floor of %s', (cost, floorDrops, profit) => {
    expect(computeUnrealised({ cost, floorDrops })).toBe(profit)
  })

  test('the value at the last sale leaves out works that were never sold', () => {
    const works = ['250', null, '100'].map((lastSaleDrops) => ({ lastSaleDrops }))
    expect(lastSales(works)).toEqual({ works: 2, drops: 350n })
    expect(lastSales([])).toEqual({ works: 0, drops: 0n })
  })

  test('works are found by name and collection, in any case', () => {
    const works = [
      { name: 'Moon', collectionName: 'Orchard' },
      { name: 'Tide', collectionName: null },
    ]
    expect(filterWorks(works, ' ORCH')).toEqual([works[0]])
    expect(filterWorks(works, '')).toEqual(works)
    expect(filterWorks(works, 'x')).toEqual([])
  })
})

describe('a line of the statement', () => {
  const row: StatementRow = {
    txid: 'AB'.repeat(32),
    ledgerIndex: 90_000_001,
    at: '2026-03-01T10:00:00.000Z',
    kind: 'sold',
    nftokenID: '00'.repeat(32),
    name: 'Moon',
    counterparty: 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH',
    amount: '101000000',
    marketplaceFee: '1000000',
    royalty: '0',
    networkFee: '12',
    balanceBefore: '5000000',
    balanceAfter: '104999988',
    usd: '0.6175',
  }
  const wordsOf = (changes: Partial<StatementRow>) =>
    Object.fromEntries(statementLine({ ...row, ...changes }).map((cell, at) => [statementColumns[at], cell]))

  test('has the exact change, and dollars of that day', () => {
    expect(wordsOf({})).toMatchObject({
      kind: 'Sold',
      price: '101',
      currency: 'XRP',
      marketplace_fee_xrp: '1',
      network_fee_xrp: '0.000012',
      change_xrp: '99.999988',
      balance_xrp: '104.999988',
      // 99.999988 × 0.6175 = 61.7499...
      change_usd: '61.75',
      ledger: '90000001',
    })
  })

  test.each([
    [
      { balanceBefore: '10000000', balanceAfter: '1' },
      { change_xrp: '-9.999999', change_usd: '-6.17' },
    ],
    [{ balanceAfter: '5000000' }, { change_xrp: '0', balance_xrp: '', change_usd: '0.00' }],
    [{ usd: null }, { usd_per_xrp: '', change_usd: '' }],
    [
      { amount: { currency: 'USD', issuer: 'rIssuer', value: '1.5' } },
      { price: '1.5', currency: 'USD of rIssuer' },
    ],
    [
      { amount: null, royalty: null, name: null },
      { price: '', currency: '', royalty_xrp: '', work: '' },
    ],
  ])('has the columns of a row with %j', (changes, expected) => {
    expect(wordsOf(changes)).toMatchObject(expected)
  })
})

test('in a file, texts that a spreadsheet would run are escaped, and negative numbers stay numbers', async () => {
  const cells = ['=1+1', '-3', '-0.5', '-x', '+1', '@a', 'a,b']
  const [, line] = (await toCsv(['a', 'b', 'c', 'd', 'e', 'f', 'g'], [cells])).split('\r\n')
  expect(line).toBe(`"'=1+1",-3,-0.5,"'-x","'+1","'@a","a,b"`)
})
