import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'

/** Pure tests run many at a time; those with services share one Postgres, S3 and IPFS (tests/support) and run two at a time. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/{unit,web,ledger}/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'stack',
          include: ['tests/{worker,browser}/**/*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          setupFiles: ['tests/support/tell-pages.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          // A busy machine takes longer than the second that is vitest's own.
          expect: { poll: { timeout: 15_000 } },
          maxWorkers: 2,
        },
      },
    ],
  },
})
