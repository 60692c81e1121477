import { expect, test } from 'vitest'
import {
  addTally,
  countRequest,
  createTally,
  durationLimits,
  type Tally,
} from '#contract/rules/request-tally.ts'
import { createCounter } from '#worker/http/count-requests.ts'

test('requests are counted by kind, code and duration, but not the time in which a person signs', () => {
  const tally = createTally()
  countRequest(tally, { kind: 'read', code: 'none', ms: 50 })
  countRequest(tally, { kind: 'read', code: 'internal', ms: 51 })
  countRequest(tally, { kind: 'write', code: 'none', ms: 60_000 })
  countRequest(tally, { kind: 'write', code: 'none', ms: null })
  expect(tally.codes).toEqual({ read: { none: 1, internal: 1 }, write: { none: 2 } })
  expect(tally.durations.read.classes.slice(0, 3)).toEqual([1, 1, 0])
  expect(tally.durations.read.seconds).toBeCloseTo(0.101)
  expect(tally.durations.write.classes).toEqual([...durationLimits.map(() => 0), 1])
})

test('the numbers of isolates add up', () => {
  const [sum, other] = [createTally(), createTally()]
  for (const tally of [sum, other]) countRequest(tally, { kind: 'read', code: 'none', ms: 700 })
  addTally(sum, other)
  expect(sum.codes.read).toEqual({ none: 2 })
  expect(sum.durations.read.classes[4]).toBe(2)
  expect(sum.durations.read.seconds).toBeCloseTo(1.4)
})

test('an isolate sends every ten seconds, and keeps what could not be sent', async () => {
  const sent: Tally[] = []
  let now = 0
  let isAway = true
  const count = createCounter(
    {
      send: async (tally) => {
        if (isAway) throw new Error('away')
        sent.push(tally)
      },
      read: () => Promise.reject(new Error('not read here')),
    },
    () => now,
  )
  const pending: Promise<unknown>[] = []
  const request = () => count({ kind: 'read', code: 'none', ms: 1 }, (work) => pending.push(work))
  request()
  expect(pending).toHaveLength(0)
  now = 10_000
  request()
  await Promise.all(pending)
  isAway = false
  request()
  expect(sent).toEqual([])
  now = 20_000
  request()
  await Promise.all(pending)
  expect(sent.map(({ codes }) => codes.read)).toEqual([{ none: 4 }])
})
