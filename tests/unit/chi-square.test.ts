import { expect, test } from 'vitest'
import { chiSquare, chiSquareLimit } from '#tests/support/chi-square.ts'

test('the chi-square test detects a draw that favours one position', () => {
  const counts = Array.from({ length: 20 }, (_, place) => (place === 3 ? 1300 : 1000))
  expect(chiSquare(counts)).toBeGreaterThan(chiSquareLimit(20))
})
