/**
 * Returns a uniformly distributed whole number below `size`: values above the largest multiple of `size` are rejected.
 */
function randomBelow(size: number, random: Random): number {
  const limit = 2 ** 32 - (2 ** 32 % size)
  const numbers = new Uint32Array(1)
  for (;;) {
    random(numbers)
    const [value = 0] = numbers
    if (value < limit) return value % size
  }
}

type Random = (numbers: Uint32Array<ArrayBuffer>) => void

const fillWithRandomNumbers: Random = (numbers) => void crypto.getRandomValues(numbers)

/**
 * Returns the items in random order, each order with the same probability (Fisher-Yates with the cryptographic
 * generator).
 */
export function shuffle<T>(items: readonly T[], random: Random = fillWithRandomNumbers): T[] {
  const order = [...items]
  for (let last = order.length - 1; last > 0; last -= 1) {
    const otherIndex = randomBelow(last + 1, random)
    const [a, b] = [order[last], order[otherIndex]]
    if (a === undefined || b === undefined) continue
    order[last] = b
    order[otherIndex] = a
  }
  return order
}
