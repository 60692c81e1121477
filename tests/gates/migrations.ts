import type { SourceFile } from './source-files.ts'

/** Begins the first line of a migration that removes what no released worker uses any more, and says why. */
const contraction = '-- Contracts: '
/** Begins the first line of a migration that changes rows, and says why these are few. */
const fewRows = '-- Few rows: '

/** Statements with which the worker of the previous release may stop working. */
const contracting: [what: string, pattern: RegExp][] = [
  ['drops something', /^\s*(?:alter\s+table\s[^;]*?)?\bdrop\s+(?!not\s+null|default)/im],
  ['renames something', /\brename\s+(?:to|column|constraint)\b/i],
  ['changes the type of a column', /\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/i],
  ['forbids null in a column', /\balter\s+column\s+\S+\s+set\s+not\s+null\b/i],
]
const strictColumn = /\badd\s+column\b[^;]*\bnot\s+null\b/i
const hasDefault = /\bdefault\b|\bgenerated\b/i
const changesRows = /^\s*(?:insert\s+into|update|delete\s+from|with)\b/im

/**
 * Finds migrations after that of the previous release with which its worker may not run, or which may take long. See
 * docs/operations.md, "Upgrading".
 */
export function narrowMigrations(files: SourceFile[], previous: string): string[] {
  return files
    .filter(({ path }) => path.slice('migrations/'.length, -'.sql'.length) > previous)
    .flatMap(({ path, text }) => {
      const statements = text.replace(/^\s*--.*$/gm, '').split(';')
      const problems = contracting.filter(([, pattern]) => statements.some((one) => pattern.test(one)))
      const isStrict = statements.some((one) => strictColumn.test(one) && !hasDefault.test(one))
      const narrowings = [
        ...problems.map(([what]) => what),
        ...(isStrict ? ['adds a column that the previous worker does not fill'] : []),
      ]
      return [
        ...(text.startsWith(contraction)
          ? []
          : narrowings.map(
              (what) =>
                `${path} ${what}: expand now, and contract a release later (first line "${contraction}reason").`,
            )),
        ...(statements.some((one) => changesRows.test(one)) && !text.startsWith(fewRows)
          ? [`${path} changes rows: make it a job, or say why they are few (first line "${fewRows}reason").`]
          : []),
      ]
    })
}
