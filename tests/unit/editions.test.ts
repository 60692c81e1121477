import { describe, expect, test } from 'vitest'
import {
  maxPhases,
  nextPhase,
  type Phase,
  phaseAt,
  phaseErrors,
  priceAt,
  printNumber,
} from '#contract/rules/editions.ts'
import { chanceOf } from '#tests/drift/chance.ts'

const now = 1_800_000_000_000
const hour = 3_600_000
const phase = (more: Partial<Phase> = {}): Phase => ({
  startsAt: now + hour,
  endsAt: now + 2 * hour,
  priceDrops: 40_000_000n,
  decline: null,
  perAccount: 0,
  audience: 'everyone',
  holdersOf: null,
  ...more,
})
const decline = { lowestDrops: 5_000_000n, stepDrops: 10_000_000n, stepSeconds: 600 }
const fieldsOf = (phases: Phase[]) =>
  phaseErrors(phases, now).map(({ phase: place, field }) => `${place}.${field}`)

describe('the phases of an edition', () => {
  test('are accepted one after another, the last one without an end', () => {
    const last = phase({ startsAt: now + 2 * hour, endsAt: null })
    expect(fieldsOf([phase(), last])).toEqual([])
    expect(maxPhases).toBe(5)
  })

  test('are refused at the field that is wrong', () => {
    expect(fieldsOf([phase({ startsAt: now - 1 })])).toEqual(['0.startsAt'])
    expect(fieldsOf([phase(), phase()])).toEqual(['1.startsAt'])
    expect(fieldsOf([phase({ endsAt: null }), phase({ startsAt: now + 5 * hour, endsAt: null })])).toEqual([
      '0.endsAt',
      '1.startsAt',
    ])
    expect(fieldsOf([phase({ endsAt: now + hour })])).toEqual(['0.endsAt'])
    expect(fieldsOf([phase({ endsAt: now + 400 * 24 * hour })])).toEqual(['0.endsAt'])
    expect(fieldsOf([phase({ priceDrops: 99_999n })])).toEqual(['0.priceDrops'])
    expect(fieldsOf([phase({ decline: { ...decline, lowestDrops: 40_000_000n } })])).toEqual([
      '0.lowestDrops',
    ])
    expect(fieldsOf([phase({ decline: { ...decline, stepDrops: 0n } })])).toEqual(['0.stepDrops'])
    expect(fieldsOf([phase({ decline: { ...decline, stepSeconds: 59 } })])).toEqual(['0.stepSeconds'])
    expect(fieldsOf([phase({ audience: 'holders' })])).toEqual(['0.holdersOf'])
  })

  test('can be free with a small limit for each account, and then no price falls', () => {
    const free = (more: Partial<Phase>) => fieldsOf([phase({ priceDrops: 0n, perAccount: 1, ...more })])
    expect(free({})).toEqual([])
    expect(free({ perAccount: 10 })).toEqual([])
    expect(free({ perAccount: 0 })).toEqual(['0.perAccount'])
    expect(free({ perAccount: 11 })).toEqual(['0.perAccount'])
    expect(free({ decline })).toEqual(['0.priceDrops'])
    expect(fieldsOf([phase({ decline: { ...decline, lowestDrops: 0n } })])).toEqual(['0.lowestDrops'])
  })

  test('begin at their start and are over at their end', () => {
    const phases = [phase(), phase({ startsAt: now + 3 * hour, endsAt: null })]
    expect(phaseAt(phases, now + hour - 1)).toBeNull()
    expect(phaseAt(phases, now + hour)).toBe(phases[0])
    expect(phaseAt(phases, now + 2 * hour)).toBeNull()
    expect(nextPhase(phases, now + 2 * hour)).toBe(phases[1])
    expect(phaseAt(phases, now + 300 * hour)).toBe(phases[1])
    expect(nextPhase(phases, now + 3 * hour)).toBeNull()
  })
})

describe('a falling price', () => {
  const falling = phase({ decline })

  test('falls by a step after each interval, down to the lowest', () => {
    const after = (seconds: number) => priceAt(falling, falling.startsAt + seconds * 1000)
    expect([0, 599, 600, 1800, 2400, 90_000].map(after)).toEqual([
      40_000_000n,
      40_000_000n,
      30_000_000n,
      10_000_000n,
      5_000_000n,
      5_000_000n,
    ])
  })

  test('falls no further after the end of its phase', () => {
    const ended = { ...falling, endsAt: falling.startsAt + 900_000 }
    expect(priceAt(ended, falling.startsAt + 90_000_000)).toBe(30_000_000n)
  })

  test('never rises and stays within its bounds, whatever its terms', () => {
    const chance = chanceOf(46)
    for (let run = 0; run < 300; run += 1) {
      const lowestDrops = BigInt(100_000 + chance.int(1_000_000_000))
      const terms = phase({
        priceDrops: lowestDrops + BigInt(1 + chance.int(1_000_000_000)),
        decline: {
          lowestDrops,
          stepDrops: BigInt(1 + chance.int(50_000_000)),
          stepSeconds: 60 + chance.int(9000),
        },
      })
      const times = Array.from({ length: 20 }, () => terms.startsAt + chance.int(10 * 24 * hour)).toSorted(
        (a, b) => a - b,
      )
      const prices = times.map((at) => priceAt(terms, at))
      expect(prices.every((price, index) => index === 0 || price <= (prices[index - 1] ?? 0n))).toBe(true)
      expect(prices.every((price) => price >= lowestDrops && price <= terms.priceDrops)).toBe(true)
    }
  })
})

test('the number of a print names the total where there is one', () => {
  expect([printNumber(12, 100), printNumber(12, null)]).toEqual(['12/100', '12'])
})
