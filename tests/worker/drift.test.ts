import { expect, inject, test } from 'vitest'
import { createDatabaseFromTemplate, dropDatabase } from '#local/postgres/databases.ts'
import { isBatchInForce, watchServers } from '#worker/domain/ledger-index/servers.ts'
import { amendmentsOf } from 'local-ledger/entries/amendments.ts'
import type { EventKind } from '#contract/rules/events.ts'
import { everyCase } from '#tests/support/sample.ts'
import { runSeed } from '#tests/drift/run-seed.ts'

// `npm run test:all` runs 20 seeds of 200 operations with `npm run drift`, which accepts other numbers.
const operations = 50
/** Counts of events over all seeds, because they are too rare to occur in each seed. */
const kinds = new Map<string, number>()
const faults = new Set<string>()
const counts = {
  inner: 0,
  delegated: 0,
  checks: 0,
  marked: 0,
  counted: 0,
  prints: 0,
  shared: 0,
  free: 0,
  inTokens: 0,
}

const seeds: [seed: number, withBatch: boolean][] = [
  [1, true],
  [2, true],
]
// The ledger before October 2026, without Batch.
if (everyCase) seeds.push([3, false])

test.each(seeds)(
  'seed %i: index and ledger agree after random operations with faults',
  async (seed, withBatch) => {
    const services = inject('services')
    const name = `drift_${seed}`
    const url = await createDatabaseFromTemplate(services.templateUrl, 'template_opx', name)
    const other = await createDatabaseFromTemplate(services.templateUrl, 'template_opx', `${name}_again`)
    try {
      const report = await runSeed(
        seed,
        operations,
        { url, proxy: services.databaseProxy },
        {
          // The slowest part. `npm run drift` rebuilds every seed.
          ...(seed === 1 ? { rebuildIn: other } : {}),
          ...(seed === 2 ? { bootstrapIn: other } : {}),
          ...(withBatch ? {} : { amendments: amendmentsOf('3.2.0') }),
          afterwards: async ({ context }) => {
            await watchServers(context)
            expect(await isBatchInForce(context)).toBe(withBatch)
          },
        },
      )
      expect(report.drift).toEqual([])
      // The seed was effective: transactions with many results.
      expect(report.results.get('tesSUCCESS')).toBeGreaterThan(operations / 3)
      for (const fault of report.faults.keys()) faults.add(fault)
      const { inner, delegated, checks } = report.activity
      expect(withBatch || inner + delegated === 0).toBe(true)
      counts.inner += inner
      counts.delegated += delegated
      counts.checks += checks
      counts.prints += report.trades.prints
      counts.shared += report.trades.shared
      counts.free += report.trades.free
      counts.inTokens += report.trades.issued
      counts.marked += report.sales.marked
      counts.counted += report.sales.counted
      for (const [kind, times] of Object.entries(report.events))
        kinds.set(kind, (kinds.get(kind) ?? 0) + times)
    } finally {
      await dropDatabase(services.templateUrl, name)
      await dropDatabase(services.templateUrl, `${name}_again`)
    }
  },
)

test('the seeds had faults, batches, delegates, checks, prints, shares, free prints and those in a token, and sales that are marked or count', () => {
  const missing = Object.entries(counts).filter(([, times]) => times === 0)
  expect(missing).toEqual([])
  expect(faults.size).toBeGreaterThan(2)
  // Only the long test produces rarer kinds.
  const usual: EventKind[] = ['minted', 'listed', 'price_changed', 'bid', 'sold', 'transferred', 'burned']
  expect(usual.filter((kind) => !kinds.has(kind))).toEqual([])
})
