import { lighthouse, screens } from './demo-runs.ts'
import { type Finished, run } from './processes.ts'

/** Duration of `npm test` in seconds on the machine where the times below were measured. */
export const testSeconds = 200

/** Tests that take too long for `npm test`. `seconds` is the time on two idle cores. */
export type LongProof = { name: string; seconds: number } & (
  | { run: () => Promise<Finished> }
  /** Test files, or parts of their names. All of their tests run, with every case. */
  | { files: string[] }
)

const crash = (group: string, flags: string[] = []) =>
  run('node', ['tests/crash/main.ts', group, ...flags], { live: true })

/** Ordered by value: if time is limited, the later ones are skipped. The last one measures time. */
export const longProofs: LongProof[] = [
  {
    name: 'every case of units and of the local ledger',
    seconds: 200,
    files: ['tests/unit', 'local-ledger/tests'],
  },
  {
    name: 'drift, 20 seeds',
    seconds: 300,
    run: () => run('node', ['tests/drift/main.ts', '--seeds', '20'], { live: true }),
  },
  {
    name: 'drill: backup, loss and restore of 3 random markets',
    seconds: 350,
    run: () => run('node', ['tests/drill/main.ts', '--seeds', '3'], { live: true }),
  },
  {
    name: 'drill: point-in-time restore of 2 random markets',
    seconds: 220,
    run: () => run('node', ['tests/drill/main.ts', '--seeds', '2', '--rewound'], { live: true }),
  },
  {
    name: 'upgrade from the previous release, in both directions',
    seconds: 80,
    run: () => run('node', ['tests/upgrade/main.ts'], { live: true }),
  },
  { name: 'crash points of one-signature sales', seconds: 4900, run: () => crash('batch') },
  // Whole files, because some long tests continue where the previous test ended.
  { name: 'every test of the worker', seconds: 2600, files: ['tests/worker'] },
  { name: 'every test in a browser', seconds: 1500, files: ['tests/browser'] },
  { name: 'crash points of trading', seconds: 1600, run: () => crash('trading') },
  { name: 'crash points of issuers', seconds: 2550, run: () => crash('issuer') },
  { name: 'crash points of drops', seconds: 6500, run: () => crash('drops') },
  { name: 'crash points of standing bids', seconds: 4100, run: () => crash('bids') },
  { name: 'screens', seconds: 600, run: screens },
  { name: 'Lighthouse', seconds: 220, run: () => lighthouse(['--bounds']) },
]
