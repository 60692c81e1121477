import { expect, inject, test } from 'vitest'
import { insertSync } from '#db/queries/sync/syncs.ts'
import { createDatabaseFromTemplate, dropDatabase } from '#local/postgres/databases.ts'
import { chanceOf } from '#tests/drift/chance.ts'
import { corrupt } from '#tests/drift/corrupt.ts'
import { runSeed, type SeedEnd } from '#tests/drift/run-seed.ts'
import { mendSentence } from '#contract/schemas/sync.ts'
import { refreshStatistics } from '#worker/domain/ledger-index/refresh-statistics.ts'
import { runSyncs } from '#worker/domain/sync/run-syncs.ts'
import * as v from 'valibot'
import { stateOf } from '#tests/support/state.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const SyncRow = v.object({ state: v.string(), lost: v.number(), mended: v.record(v.string(), v.number()) })
const soon = () => new Date(Date.now() + 30_000)

async function syncAll({ context, pool }: SeedEnd, collections: string[]) {
  for (const subject of collections) {
    await insertSync(context.db.http, {
      kind: 'collection',
      subject,
      thorough: false,
      requestedBy: context.rules.marketplace,
    })
  }
  const state = stateOf(pool)
  // Several concurrent, short runs: jobs pass from one to the next.
  for (let tries = 0; tries < 200; tries += 1) {
    const run = () => runSyncs({ ...context, log }, new Date(Date.now() + 100))
    await Promise.all([run(), run()])
    if (!(await state.hasRow('syncs', { state: ['waiting', 'running'] }))) break
  }
  await refreshStatistics(context, soon())
  return v.parse(v.array(SyncRow), (await state.rowsOf('syncs')).slice(-collections.length))
}

/** Makes one collection of each issuer, and returns the ids of all collections. */
async function insertCollections(seed: number, { issuers, pool }: SeedEnd): Promise<string[]> {
  const state = stateOf(pool)
  for (const [place, issuer] of issuers.entries()) {
    const id = `seed${seed}d${place}`
    await state.addCollection({ id, issuer, taxon: 1, name: id })
  }
  return (await state.rowsOf('collections', {}, ['id'])).map(({ id }) => String(id))
}

test.each([
  [1, 101, true],
  [30, 103, true],
  [12, 104, false],
])(
  '%i of 100 rows corrupted (seed %i, Clio: %s): the sync restores the ledger’s state and reports its repairs',
  async (percent, seed, clio) => {
    const services = inject('services')
    const name = `corrupt_${seed}`
    const url = await createDatabaseFromTemplate(services.templateUrl, 'template_opx', name)
    try {
      await runSeed(
        seed,
        100,
        { url, proxy: services.databaseProxy },
        {
          clio,
          afterwards: async (end) => {
            const collections = await insertCollections(seed, end)
            await refreshStatistics(end.context, soon())
            expect(await end.findDrift()).toEqual([])
            await corrupt(end.pool, chanceOf(seed * 7), percent)
            const drifted = await end.findDrift()
            expect(drifted.length).toBeGreaterThan(0)

            const reports = await syncAll(end, collections)
            expect(await end.findDrift()).toEqual([])
            expect(reports.map((report) => [report.state, report.lost])).toEqual(
              collections.map(() => ['done', 0]),
            )
            const reported = reports.reduce(
              (sum, { mended }) => sum + Object.values(mended).reduce((a, b) => a + b, 0),
              0,
            )
            expect(reported).toBeGreaterThan(0)

            // A second run finds nothing to repair and writes no row of the index.
            const state = stateOf(end.pool)
            const writers = () => Promise.all((['nfts', 'offers', 'history'] as const).map(state.writersOf))
            const before = await writers()
            const again = await syncAll(end, collections)
            for (const report of again)
              expect(mendSentence(report.mended)).toBe('Everything matched the ledger.')
            expect(await writers()).toEqual(before)
          },
        },
      )
    } finally {
      await dropDatabase(services.templateUrl, name)
    }
  },
  180_000,
)
