import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { createMessagesPlugin } from './build/messages/plugin.ts'
import { LongestFirst } from './tests/support/longest-first.ts'
import { everyCase } from './tests/support/sample.ts'

/**
 * Node runs our TypeScript directly. Without Vite's transforms, and with modules kept between files, a test file starts
 * at once.
 */
const native = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  isolate: false,
  setupFiles: ['tests/support/quick-imports.ts'],
}

/**
 * Tests that only compute use one process per core. `npm test` runs them in parallel with the other tests. A run of
 * both starts with them, because Vitest ends a process when the next file belongs to another project, and a new process
 * loads all modules again, which takes seconds.
 */
const computing = { maxWorkers: 2, sequence: { groupOrder: 0 } }

/**
 * Tests with services share one Postgres, S3 and IPFS (tests/support) and spend most of their time waiting, so more
 * files run at a time than there are cores.
 */
const waiting = { maxWorkers: 4, sequence: { groupOrder: 1 } }

/** Crowds, all hostile files, and further kinds of failure. To run one: `OPX_PROOFS=all npx vitest run FILE`. */
const longFiles = everyCase ? [] : ['**/*.long.test.ts']

export default defineConfig({
  test: {
    tags: [
      { name: 'long', description: 'Only the long proofs run it: `longTest` in tests/support/sample.ts.' },
    ],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          ...computing,
          include: ['tests/unit/**/*.test.ts'],
          exclude: longFiles,
          testTimeout: 60_000,
          ...native,
        },
      },
      {
        test: {
          name: 'ledger',
          ...computing,
          include: ['local-ledger/tests/**/*.test.ts'],
          testTimeout: 60_000,
          ...native,
        },
      },
      {
        plugins: [createMessagesPlugin(fileURLToPath(new URL('./web/', import.meta.url)), 'en')],
        test: {
          name: 'web',
          ...computing,
          include: ['tests/web/**/*.test.ts'],
          testTimeout: 60_000,
          isolate: false,
        },
      },
      {
        test: {
          name: 'stack',
          ...waiting,
          include: ['tests/{worker,browser}/**/*.test.ts'],
          exclude: longFiles,
          globalSetup: ['tests/support/global-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 240_000,
          // On a busy machine, tests take longer than Vitest's default of one second.
          expect: { poll: { timeout: 30_000 } },
          ...native,
          setupFiles: [
            ...native.setupFiles,
            'tests/support/report-pages.ts',
            'tests/support/messages-in-node.ts',
          ],
        },
      },
    ],
  },
})
