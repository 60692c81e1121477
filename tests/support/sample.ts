import { describe, test } from 'vitest'

/** Set by `npm run test:all`: runs every case of a long test, of which `npm test` runs only a sample. */
export const everyCase = process.env['OPX_PROOFS'] === 'all'

/** Returns all cases, or `size` of them, evenly spaced so that each kind is represented. */
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
 * Declares a test that only runs with the long tests: another way of failing, or a variant of what `npm test` already
 * covers. To run only these: `OPX_PROOFS=all npx vitest run --tags-filter long FILE`.
 */
export const longTest = (name: string, run: Run, timeout?: number): void =>
  register(name, { tags: ['long'], ...(timeout === undefined ? {} : { timeout }) }, run)

/** Declares a group that contains only long tests, because Vitest fails a group without tests. */
export const longDescribe: (name: string, group: () => void) => void = everyCase ? describe : () => undefined
