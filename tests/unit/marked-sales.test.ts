import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  haveSameFunder,
  isFeeFreeOutlier,
  judgeSales,
  maxFunded,
  type Move,
  type Sale,
} from '#contract/rules/marked-sales.ts'

const day = 24 * 3_600_000

const Step = fc.record({
  token: fc.integer({ min: 0, max: 3 }),
  to: fc.integer({ min: 0, max: 4 }),
  drops: fc.option(fc.bigInt({ min: 1n, max: 200n }), { freq: 4, nil: null }),
  hours: fc.integer({ min: 0, max: 15 * 24 }),
})

/**
 * Generates moves of a few works between a few accounts that a ledger allows: always from the owner, in chronological
 * order.
 */
const Moves = fc.array(Step, { minLength: 1, maxLength: 40 }).map((steps) => {
  const owners = new Map<number, number>()
  let at = 0
  return steps.flatMap(({ token, to, drops, hours }, place): Move[] => {
    const from = owners.get(token) ?? 0
    at += hours * 3_600_000
    if (from === to) return []
    owners.set(token, to)
    return [
      {
        id: `${place}`,
        nftId: `n${token}`,
        from: `a${from}`,
        to: `a${to}`,
        drops,
        at,
        ledgerIndex: place,
        position: 0,
      },
    ]
  })
})

const asSale = (move: Move): Sale[] =>
  move.drops === null
    ? []
    : [
        {
          ...move,
          drops: move.drops,
          feeDrops: 1n,
          royaltyDrops: 0n,
          sellerFunder: null,
          buyerFunder: null,
          recent: { sales: 0, volumeDrops: 0n },
        },
      ]

const judge = (moves: Move[]) => judgeSales(moves.flatMap(asSale), moves)

/** Returns what the index reads for one sale: the nearby moves of its work, and sales between the same accounts. */
const around = (sale: Move, moves: Move[]) => {
  const own = moves.filter(({ nftId }) => nftId === sale.nftId)
  const place = own.indexOf(sale)
  const between = moves.filter(({ from, to }) => from === sale.to && to === sale.from)
  return [...own.slice(Math.max(0, place - 6), place + 7), ...between]
}

test('a sale is judged the same alone and together with all others, in any order', () => {
  fc.assert(
    fc.property(Moves, (moves) => {
      const all = judge(moves)
      expect(judge(moves.toReversed())).toEqual(new Map([...all].toReversed()))
      for (const sale of moves.flatMap(asSale)) {
        const move = moves.find(({ id }) => id === sale.id)
        if (move === undefined) throw new Error('no such move')
        expect([sale.id, judgeSales([sale], around(move, moves)).get(sale.id)]).toEqual([
          sale.id,
          all.get(sale.id),
        ])
      }
    }),
    { numRuns: 300 },
  )
})

test('works that never come back to an earlier owner are not marked, whatever they cost', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 1n, max: 10n ** 15n }), { maxLength: 20 }), (prices) => {
      const moves = prices.map(
        (drops, i): Move => ({
          id: `${i}`,
          nftId: 'n',
          from: `a${i}`,
          to: `a${i + 1}`,
          drops,
          at: i,
          ledgerIndex: i,
          position: 0,
        }),
      )
      expect([...judge(moves).values()].flat()).toEqual([])
    }),
  )
})

const move = (from: string, to: string, drops: bigint | null, at: number, nftId = 'n'): Move => ({
  id: `${nftId} ${at}`,
  nftId,
  from,
  to,
  drops,
  at,
  ledgerIndex: at,
  position: 0,
})
const marksOf = (...moves: Move[]) => [...judge(moves).values()]

test('back and forth: a work is sold back within 30 days', () => {
  expect(marksOf(move('a', 'b', 10n, 0), move('b', 'a', 90n, 30 * day))).toEqual([
    ['back_and_forth'],
    ['back_and_forth'],
  ])
  expect(marksOf(move('a', 'b', 10n, 0), move('b', 'a', 90n, 30 * day + 1))).toEqual([[], []])
})

test('circle: a work that comes back through others, with gifts as steps, in six steps at most', () => {
  expect(marksOf(move('a', 'b', 10n, 0), move('b', 'c', null, 1), move('c', 'a', 12n, 2))).toEqual([
    ['circle'],
    ['circle'],
  ])
  const round = (steps: number) =>
    marksOf(...Array.from({ length: steps }, (_, i) => move(`a${i}`, `a${(i + 1) % steps}`, 10n, i))).flat()
      .length
  expect([round(6), round(7)]).toEqual([6, 0])
})

test('no profit: two works that change sides at the same price within 7 days', () => {
  const pair = (drops: bigint, at: number) =>
    marksOf(move('a', 'b', 1000n, 0), move('b', 'a', drops, at, 'm'))
  expect(pair(1000n, 7 * day)).toEqual([['no_profit'], ['no_profit']])
  expect(pair(960n, 1)).toEqual([['no_profit'], ['no_profit']])
  expect(pair(950n, 1)).toEqual([[], []])
  expect(pair(1000n, 7 * day + 1)).toEqual([[], []])
})

test('same funder: both parties, or one of them, unless the funder is a service', () => {
  const sameFunder = (funders: Record<string, string>, funded: number) =>
    haveSameFunder({ from: 'a', to: 'b' }, (account) => {
      const funder = funders[account]
      return funder === undefined ? null : { funder, funded }
    })
  expect(sameFunder({ a: 'f', b: 'f' }, maxFunded)).toBe(true)
  expect(sameFunder({ a: 'f', b: 'f' }, maxFunded + 1)).toBe(false)
  expect(sameFunder({ a: 'b' }, 1)).toBe(true)
  expect(sameFunder({ b: 'a' }, 1)).toBe(true)
  expect(sameFunder({ a: 'f', b: 'g' }, 1)).toBe(false)
  expect(sameFunder({ a: 'f' }, 1)).toBe(false)
  expect(sameFunder({}, 0)).toBe(false)
})

test('fee-free: nobody but the seller got anything, and the price is over ten times the average', () => {
  const sale = { drops: 1001n, feeDrops: 0n, royaltyDrops: 0n }
  const recent = { sales: 5, volumeDrops: 500n }
  expect(isFeeFreeOutlier(sale, recent)).toBe(true)
  expect(isFeeFreeOutlier({ ...sale, drops: 1000n }, recent)).toBe(false)
  expect(isFeeFreeOutlier({ ...sale, feeDrops: 1n }, recent)).toBe(false)
  expect(isFeeFreeOutlier({ ...sale, royaltyDrops: 1n }, recent)).toBe(false)
  expect(isFeeFreeOutlier(sale, { ...recent, sales: 4 })).toBe(false)
})
