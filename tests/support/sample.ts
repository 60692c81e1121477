import { describe, test } from 'vitest'

/** Set by `npm run test:all`: run every case of a long proof, of which `npm test` runs a sample. */
export const everyCase = process.env['OPX_PROOFS'] === 'all'

/** All cases, or `size` of them, evenly spaced so that each kind is represented. */
export function sampleOf<T>(cases: readonly T[], size: number): readonly T[] {
  if (everyCase || cases.length <= size) return cases
  const step = cases.length / size
  return Array.from({ length: size }, (_, at) => Math.floor(at * step)).flatMap((at) =>
    cases.slice(at, at + 1),
  )
}

type Run = () => Promise<void>
interface Options {
  tags: string[]
  timeout?: number
}
const register: (name: string, options: Options, run: Run) => void = everyCase ? test : () => undefined

/**
 * A test that only the long proofs run: a further way of failing, or a further variant of what `npm test` shows already.
 * These alone: `OPX_PROOFS=all npx vitest run --tags-filter long FILE`.
 */
export const longTest = (name: string, run: Run, timeout?: number): void =>
  register(name, { tags: ['long'], ...(timeout === undefined ? {} : { timeout }) }, run)

/** A group of such tests alone: vitest fails a group without a test. */
export const longDescribe: (name: string, group: () => void) => void = everyCase ? describe : () => undefined
