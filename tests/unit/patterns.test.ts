import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { sampleOf } from '#tests/support/sample.ts'

const root = path.resolve(import.meta.dirname, '..', '..')

interface Pattern {
  where: string
  pattern: RegExp
}

/** Returns every regular expression of a syntax tree, with its flags. */
function patternsIn(node: unknown, patterns: RegExp[] = []): RegExp[] {
  if (typeof node !== 'object' || node === null) return patterns
  const regex: unknown = Reflect.get(node, 'regex')
  if (Reflect.get(node, 'type') === 'Literal' && typeof regex === 'object' && regex !== null)
    patterns.push(new RegExp(String(Reflect.get(regex, 'pattern')), String(Reflect.get(regex, 'flags'))))
  for (const value of Object.values(node)) patternsIn(value, patterns)
  return patterns
}

const files = globSync('{contract,draw-verifier,worker,db,web}/**/*.{ts,tsx}', { cwd: root }).toSorted()
const patterns: Pattern[] = files.flatMap((file) => {
  const { program } = parseSync(file, readFileSync(path.join(root, file), 'utf8'))
  return patternsIn(program).map((pattern) => ({ where: `${file}: ${pattern}`, pattern }))
})

/** Patterns whose input is limited to less than a body, with the reason. */
const shorter: Record<string, [length: number, why: string]> = {
  '\\B(?=(\\d{3})+(?!\\d))': [200, 'amounts have 40 digits at most on either side of the point'],
}

/** The maximum size of a body that is read as text. */
const longest = 64 * 1024

/** Returns hostile inputs: repetitions of the pattern's own characters and of characters that it treats as equal. */
function pumpsFor({ source }: RegExp): string[] {
  const letters = [...new Set(source.replace(/\\[bBdDsSwW]/g, '').replace(/[\\^$*+?.()[\]{}|]/g, ''))]
  const words = source.match(/[A-Za-z0-9:/]{2,}/g) ?? []
  const usual = [' ', '\t', '\n', '0', 'a', 'A', '_', '.', '/', '-', ',', ';', '#', '"', '<', '=', '\u00e9']
  return [...new Set([...usual, ...letters, ...words, 'a.', 'a/', 'a ', '0.', ', ', ';\t', '# ', '//'])]
}

const heads = (source: string) => {
  const literal = /^\^?((?:\\?[A-Za-z0-9:/"<&-])+)/.exec(source)?.[1]?.replaceAll('\\', '') ?? ''
  return [...new Set(['', literal, `${literal}1`, 'a', '0'])]
}

const attacks = patterns.flatMap(({ where, pattern }) => {
  const length = Math.min(longest, shorter[pattern.source]?.[0] ?? longest)
  return heads(pattern.source).flatMap((head) =>
    pumpsFor(pattern).flatMap((pump) =>
      ['', '!', '\u0000x'].map((tail) => ({
        where,
        pattern,
        what: JSON.stringify([head, pump, tail]),
        length,
        text: (size: number) => (head + pump.repeat(Math.ceil(size / pump.length))).slice(0, size) + tail,
      })),
    ),
  )
})

/** Tolerance for a garbage collection during the measurement. */
const pauseMs = 100
/** Maximum processor time of a call. */
const maxMs = 500

/** Measures processor time, because on a busy machine the elapsed time says nothing about a pattern. */
function timeOf(pattern: RegExp, text: string): number {
  const begin = process.cpuUsage()
  if (pattern.global) text.replace(pattern, '')
  else pattern.test(text)
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / 1000
}

test('no pattern takes long on a hostile text of its maximum length', () => {
  expect(patterns.length).toBeGreaterThan(80)
  const slow = new Map<string, string>()
  let slowest = 0
  for (const { where, pattern, what, length, text } of sampleOf(attacks, 3000)) {
    if (slow.has(where)) continue
    // Uses increasing lengths, so that a slow pattern is found before it blocks the test.
    for (const size of [length / 64, length / 16, length / 4, length]) {
      const ms = timeOf(pattern, text(size))
      slowest = Math.max(slowest, ms)
      // A shorter text is enough to detect a quadratic pattern.
      if (ms <= Math.max(pauseMs, (maxMs * size) / length)) continue
      slow.set(where, `${size} characters of ${what}: ${Math.round(ms)} ms`)
      break
    }
  }
  console.info(`${patterns.length} patterns, ${attacks.length} texts; slowest ${Math.round(slowest)} ms`)
  expect(Object.fromEntries(slow)).toEqual({})
})
