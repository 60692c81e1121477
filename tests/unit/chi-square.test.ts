import { expect, test } from 'vitest'
import { chiSquare, chiSquareLimit } from '#tests/support/chi-square.ts'

test('the measure of draws catches one that favours a place', () => {
  const counts = Array.from({ length: 20 }, (_, place) => (place === 3 ? 1300 : 1000))
  expect(chiSquare(counts)).toBeGreaterThan(chiSquareLimit(20))
})
