/** Seeded random numbers, so that a run can be repeated (mulberry32). */
export interface Chance {
  /** An integer from 0 to `below`, exclusive. */
  int(below: number): number
  /** True with probability `p`. */
  hits(p: number): boolean
  pick<T>(from: readonly T[]): T | undefined
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (below: number) => Math.floor(next() * below)
  return { int, hits: (p) => next() < p, pick: (from) => from[int(from.length)] }
}
