import { expect, test } from 'vitest'
import { chiSquare, chiSquareLimit } from '#tests/support/chi-square.ts'
import { randomBelow } from '#worker/domain/random/random-below.ts'

test.for([2, 7, 20, 1000])('each of %i places is drawn equally often', (n) => {
  const counts = Array.from({ length: n }, () => 0)
  for (let i = 0; i < 100 * n + 20_000; i += 1) {
    const place = randomBelow(n)
    counts[place] = (counts[place] ?? 0) + 1
  }
  expect(counts).toHaveLength(n)
  expect(chiSquare(counts)).toBeLessThan(chiSquareLimit(n))
})

test('the test itself catches a draw that favours one place', () => {
  const counts = Array.from({ length: 20 }, (_, place) => (place === 3 ? 1300 : 1000))
  expect(chiSquare(counts)).toBeGreaterThan(chiSquareLimit(20))
})
