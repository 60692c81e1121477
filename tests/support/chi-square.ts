/** Quantile of the standard normal distribution that is exceeded once in a million. */
const oneInAMillion = 4.7534

/**
 * Returns the value that chi-square exceeds once in a million if all `kinds` are equally likely (Wilson and Hilferty,
 * 1931). A fair draw fails a test about as often.
 */
export function chiSquareLimit(kinds: number): number {
  const freedom = kinds - 1
  const spread = 2 / (9 * freedom)
  return freedom * (1 - spread + oneInAMillion * Math.sqrt(spread)) ** 3
}

/** Returns the chi-square of the counts against equal counts. */
export function chiSquare(counts: number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}
