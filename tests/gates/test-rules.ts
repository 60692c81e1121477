import type { SourceFile } from './source-files.ts'

/** Tests of statements, transactions and database tools. Their subject is SQL. */
const testsOfSql = [
  'tests/worker/backup.test.ts',
  'tests/worker/bootstrap.test.ts',
  'tests/worker/plans.long.test.ts',
  'tests/worker/restarts.long.test.ts',
  'tests/worker/transactions.test.ts',
]
const mostLines = 60

/** The beginning of a text that reads rows. A tagged template is part of a transaction that the test runs. */
const read = /(?<!sql)['"`]\s*select\s/i

/** Finds tests that read the state of a world with SQL instead of the helpers of `tests/support/state.ts`. */
function rawReads({ path, text }: SourceFile): string[] {
  if (testsOfSql.includes(path)) return []
  return text
    .split('\n')
    .flatMap((line, index) =>
      read.test(line)
        ? [`${path}:${index + 1} reads rows with SQL: use the helpers of tests/support/state.ts.`]
        : [],
    )
}

/** Finds tests with too many lines. Relies on the formatter: a test ends at its own indentation. */
function longTests({ path, text }: SourceFile): string[] {
  const lines = text.split('\n')
  return lines.flatMap((line, begin) => {
    const [, indent] = /^( *)(?:test|it|longTest)\b.*[([{]$/.exec(line) ?? []
    if (indent === undefined) return []
    const end = lines.findIndex(
      (later, index) => index > begin && later.startsWith(`${indent}}`) && later.endsWith(')'),
    )
    const ending = lines.findIndex((later, index) => index > begin && later === `${indent})`)
    const last = Math.min(...[end, ending].filter((index) => index !== -1))
    const count = last - begin + 1
    return count > mostLines
      ? [`${path}:${begin + 1} is a test of ${count} lines: at most ${mostLines} are readable.`]
      : []
  })
}

export const testProblems = (files: SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.endsWith('.test.ts'))
    .flatMap((file) => [...rawReads(file), ...longTests(file)])
