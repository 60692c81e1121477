import type { SourceFile } from './source-files.ts'

const home = 'contract/rules/ledger.ts'

/**
 * Returns true for the local ledger and its tests, which have their own definitions so that they check the marketplace
 * independently.
 */
const isIndependent = (path: string) => path.startsWith('local-ledger/')

const literals: [what: string, pattern: RegExp][] = [
  ['the Ripple epoch', /946_?684_?800/],
  ['the pattern of an address', /r\[1-9A-HJ-NP-Za-km-z\]/],
  ['a flag', /\bflags\b['"]?\]?\s*(?::|[!=]==?|&)\s*\(?(?:0x|[1-9])/i],
  ['a flag', /\b(?:tf|lsf|asf)[A-Z]\w*\s*=\s*\(?(?:0x|[0-9])/],
]

/** Finds ledger constants that are written as literals instead of imported from `contract/rules/ledger.ts`. */
export function literalConstants(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => path !== home && !isIndependent(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          literals
            .filter(([, pattern]) => pattern.test(line))
            .map(([what]) => `${path}:${index + 1} writes ${what} out: import it from ${home}.`),
        ),
    )
}
