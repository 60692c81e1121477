import { lighthouse, screens } from './demo-runs.ts'
import { type Finished, run } from './processes.ts'

/** Of `npm test` on the machine on which the proofs took the seconds that they name. */
export const testSeconds = 230

/** Proofs that take too long for `npm test`; `seconds` is the time on two idle cores. */
export type LongProof = { name: string; seconds: number } & (
  | { run: () => Promise<Finished> }
  /** Test files, or parts of their names: those that `npm test` leaves out, or of which it runs a sample of the cases. */
  | { files: string[] }
)

const crash = (group: string, flags: string[] = []) =>
  run('node', ['tests/crash/main.ts', group, ...flags], { live: true })

/** The most valuable ones first: when time is limited, the later ones are skipped. The last one measures time. */
export const longProofs: LongProof[] = [
  {
    // Whole files: some of their long tests go on where the test before them ended.
    name: 'further ways of failing',
    seconds: 900,
    files: ['tests/browser', 'tests/worker', 'tests/unit'],
  },
  { name: 'crowds, hostile files, retries, wallets', seconds: 440, files: ['.long.test.ts'] },
  {
    name: 'every case of the sampled tests',
    seconds: 480,
    files: [
      'local-ledger/tests/batch-modes.test.ts',
      'local-ledger/tests/checks-conservation.test.ts',
      'local-ledger/tests/properties.test.ts',
      'tests/unit/mutated-ledgers.test.ts',
      'tests/unit/patterns.test.ts',
      'tests/unit/reading-media.test.ts',
      'tests/unit/verify-draws.test.ts',
      'tests/worker/batch-sales.test.ts',
      'tests/worker/bootstrap.test.ts',
      'tests/worker/crash-points.test.ts',
      'tests/worker/drift.test.ts',
      'tests/worker/forms.test.ts',
      'tests/worker/item-filters.test.ts',
      'tests/worker/roles.test.ts',
      'tests/worker/sessions.test.ts',
      'tests/browser/browse.test.ts',
    ],
  },
  {
    name: 'drift, 20 seeds',
    seconds: 200,
    run: () => run('node', ['tests/drift/main.ts', '--seeds', '20'], { live: true }),
  },
  { name: 'crash points of one-signature sales', seconds: 900, run: () => crash('batch') },
  { name: 'crash points of trading', seconds: 1800, run: () => crash('trading') },
  { name: 'a thousand failing purchases', seconds: 800, files: ['tests/worker/batch-attacks.test.ts'] },
  { name: 'crash points of issuers', seconds: 2200, run: () => crash('issuer') },
  { name: 'screens', seconds: 600, run: screens },
  { name: 'Lighthouse', seconds: 220, run: () => lighthouse(['--bounds']) },
]
