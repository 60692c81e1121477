const range = 2 ** 32

/**
 * A whole number from 0 to `n` - 1, each equally likely: of the generator's 32 bits, what does not divide evenly is thrown
 * again. `n` is at most 2^32.
 */
export function randomBelow(n: number): number {
  const fair = range - (range % n)
  const draw = new Uint32Array(1)
  for (;;) {
    const [value = 0] = crypto.getRandomValues(draw)
    if (value < fair) return value % n
  }
}
