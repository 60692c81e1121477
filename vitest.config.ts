import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { messages } from './build/messages/plugin.ts'
import { LongestFirst } from './tests/support/longest-first.ts'
import { everyCase } from './tests/support/sample.ts'

/** Node runs our TypeScript as it is: without Vite's transforms, and with modules kept between files, a file starts at once. */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false }, isolate: false }

/** Tests with services share one Postgres, S3 and IPFS (tests/support) and wait much, so more files run at a time than there are cores. */
export default defineConfig({
  test: {
    maxWorkers: 6,
    tags: [
      { name: 'long', description: 'Only the long proofs run it: `longTest` in tests/support/sample.ts.' },
    ],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          testTimeout: 60_000,
          ...native,
        },
      },
      {
        test: {
          name: 'ledger',
          include: ['local-ledger/tests/**/*.test.ts'],
          testTimeout: 60_000,
          ...native,
        },
      },
      {
        plugins: [messages(fileURLToPath(new URL('./web/', import.meta.url)), 'en')],
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.ts'],
          testTimeout: 60_000,
          isolate: false,
        },
      },
      {
        test: {
          name: 'stack',
          include: ['tests/{worker,browser}/**/*.test.ts'],
          // Crowds, every hostile file, and further ways of failing. One of them: `OPX_PROOFS=all npx vitest run FILE`.
          exclude: everyCase ? [] : ['**/*.long.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          setupFiles: ['tests/support/report-pages.ts', 'tests/support/messages-in-node.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          // A busy machine takes longer than the second that is vitest's own.
          expect: { poll: { timeout: 30_000 } },
          ...native,
        },
      },
    ],
  },
})
