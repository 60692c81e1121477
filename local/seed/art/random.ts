/** A random number stream seeded by text. The same text yields the same picture on every machine. */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next: () => number
  range: (from: number, to: number) => number
  int: (from: number, to: number) => number
  pick: <T>(items: readonly [T, ...T[]]) => T
  /** Selects an item by weight, so that rare values remain rare. */
  weighted: <T>(items: readonly [readonly [T, number], ...(readonly [T, number])[]]) => T
  chance: (probability: number) => boolean
  /** Returns a normally distributed number around 0, rarely beyond 2. */
  normal: () => number
}

function hash(text: string): number {
  let value = 2166136261
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16777619)
  return value >>> 0
}

/** Creates a random number stream with mulberry32, which is small, fast and sufficiently uniform for drawing. */
export function createRandom(seed: string): Random {
  let state = hash(seed)
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
  const range = (from: number, to: number) => from + next() * (to - from)
  return {
    next,
    range,
    int: (from, to) => Math.floor(range(from, to + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    weighted: (items) => {
      let rest = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of items) {
        rest -= weight
        if (rest < 0) return item
      }
      return items[0][0]
    },
    chance: (probability) => next() < probability,
    normal: () => next() + next() + next() + next() - 2,
  }
}
