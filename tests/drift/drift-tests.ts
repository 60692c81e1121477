import { expect, inject, test } from 'vitest'
import { createDatabaseFromTemplate, dropDatabase } from '#dev/postgres/databases.ts'
import { runSeed } from '#tests/drift/run-seed.ts'

const operations = 200

/** Registers one test a seed. The seeds are shared out to two files, which run side by side. */
export function driftTests(first: number, count: number) {
  const seeds = Array.from({ length: count }, (_, i) => first + i)

  // `npm run drift -- --seeds N --operations N` runs longer.
  test.each(seeds)('seed %i: index and ledger agree after random operations with faults', async (seed) => {
    const services = inject('services')
    const name = `drift_${seed}`
    const url = await createDatabaseFromTemplate(services.templateUrl, 'template_opx', name)
    try {
      const report = await runSeed(seed, operations, { url, proxy: services.databaseProxy })
      expect(report.drift).toEqual([])
      // The run was one: transactions of many results, and faults that struck.
      expect(report.results.get('tesSUCCESS')).toBeGreaterThan(operations / 3)
      expect(report.faults.size).toBeGreaterThan(2)
    } finally {
      await dropDatabase(services.templateUrl, name)
    }
  })
}
