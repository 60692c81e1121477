import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { MadeState, startStateServer } from '#bench/bootstrap/state-server.ts'
import { openDatabase } from '#db/client.ts'
import { findCursor, startCursor } from '#db/queries/ledger-index/writes.ts'
import { Bootstrap, type BootstrapOptions } from '#ops/bootstrap/bootstrap.ts'
import { LedgerState, type LedgerStateOptions } from '#ops/bootstrap/ledger-state.ts'
import { createDatabaseFromTemplate, dropDatabase } from '#local/postgres/databases.ts'
import { longTest, sampleOf } from '#tests/support/sample.ts'

const services = inject('services')
let server: Awaited<ReturnType<typeof startStateServer>>
const databases: string[] = []

async function emptyDatabase(): Promise<string> {
  const name = `bootstrap_${databases.length}`
  databases.push(name)
  return createDatabaseFromTemplate(services.templateUrl, 'template_opx', name)
}

const marketplace = 'rrrrrrrrrrrrrrrrrrrrBZbvji'

function bootstrap(
  databaseUrl: string,
  more: Partial<BootstrapOptions> = {},
  server_: Partial<LedgerStateOptions> = {},
): Bootstrap {
  return new Bootstrap({
    databaseUrl,
    state: new LedgerState({ url: server.url, pageSize: 2, pauseFactor: 0, ...server_ }),
    reserves: async () => ({ baseDrops: 1_000_000n, ownerDrops: 200_000n }),
    rules: { marketplace, minimumDrops: 100_000n },
    issuers: null,
    ...more,
  })
}

/** Returns everything that a bootstrap writes, and the indexes that it must rebuild. */
async function contents(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const rowsOf = async (sql: string) => (await client.query(sql)).rows
    return {
      nfts: await rowsOf(
        'select id, issuer, taxon, sequence, flags, transfer_fee, owner, burned, uri, state_ledger, price_drops, main_offer_id, listed_ledger, metadata_state, metadata_due_at is null as put_off from nfts order by id',
      ),
      offers: await rowsOf('select * from offers order by id'),
      funds: await rowsOf('select * from account_funds order by account'),
      cursor: await rowsOf('select ledger_index, ledger_hash, closed_at from ledger_cursor'),
      indexes: await rowsOf(
        "select indexname, indexdef from pg_indexes where tablename in ('nfts', 'offers') order by indexname",
      ),
      schemas: await rowsOf("select nspname from pg_namespace where nspname = 'bootstrap'"),
    }
  } finally {
    await client.end()
  }
}

let expected: Awaited<ReturnType<typeof contents>>
let indexesBefore: unknown

beforeAll(async () => {
  server = await startStateServer(new MadeState(1500))
  const url = await emptyDatabase()
  indexesBefore = (await contents(url)).indexes
  await bootstrap(url).run()
  expected = await contents(url)
})
afterAll(async () => {
  await server.close()
  for (const name of databases) await dropDatabase(services.templateUrl, name)
})

test('every token and offer of the state is there, with prices, and the same indexes', () => {
  expect(expected.nfts).toHaveLength(1536)
  expect(expected.offers).toHaveLength(64)
  expect(expected.nfts.filter(({ price_drops: price }) => price !== null).length).toBeGreaterThan(30)
  expect(expected.funds.length).toBeGreaterThan(10)
  expect(expected.cursor).toHaveLength(1)
  expect(expected.indexes).toEqual(indexesBefore)
  expect(expected.schemas).toEqual([])
  // Metadata of works on sale is read first.
  for (const { price_drops: price, put_off: putOff } of expected.nfts)
    expect(price === null || !putOff).toBe(true)
})

describe('interrupted and begun again, it ends with the same rows:', () => {
  const cases: Record<string, (url: string) => Promise<unknown>> = {
    'by Ctrl-C': async (url) => {
      const stopping = new AbortController()
      let pages = 0
      const stopped = await bootstrap(url, {
        signal: stopping.signal,
        onProgress: () => {
          if ((pages += 1) === 2) stopping.abort()
        },
      }).run()
      expect(stopped).toBeNull()
    },
    'by Ctrl-C while offers are judged': async (url) => {
      const stopping = new AbortController()
      const onProgress: BootstrapOptions['onProgress'] = ({ phase }) => {
        if (phase !== 'copy') stopping.abort()
      }
      expect(await bootstrap(url, { signal: stopping.signal, onProgress }).run()).toBeNull()
    },
    'by a lost connection': async (url) => {
      let calls = 0
      const breaking: typeof fetch = (...request) =>
        (calls += 1) > 9 ? Promise.reject(new TypeError('fetch failed')) : fetch(...request)
      await expect(bootstrap(url, {}, { fetch: breaking }).run()).rejects.toThrow(
        'is not responding: fetch failed',
      )
    },
    'by a killed database': async (url) => {
      const killer = new Client({ connectionString: url })
      await killer.connect()
      let killed: Promise<unknown> | null = null
      const onProgress = () => {
        killed ??= killer.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        )
      }
      // No page arrives between the first copy and the kill.
      const waiting: typeof fetch = async (...request) => {
        await killed
        return fetch(...request)
      }
      const run = bootstrap(url, { onProgress }, { fetch: waiting }).run()
      await expect(run).rejects.toThrow(/terminat|closed|connection|EPIPE|ECONNRESET/i)
      await killer.end()
    },
    'by a server whose ledger is gone': async (url) => {
      const other = await startStateServer(new MadeState(300), 0, 'EF')
      const stopping = new AbortController()
      await bootstrap(
        url,
        { signal: stopping.signal, onProgress: () => stopping.abort() },
        { url: other.url },
      ).run()
      await other.close()
    },
  }
  test.each(sampleOf(Object.entries(cases), 1))('%s', async (_how, interrupt) => {
    const url = await emptyDatabase()
    await interrupt(url)
    expect((await contents(url)).cursor).toEqual([])
    const notes: string[] = []
    await bootstrap(url, { onNote: (note) => notes.push(note) }).run()
    expect(notes[0]).toMatch(/^(Goes on with|Begins again: ledger)/)
    expect(await contents(url)).toEqual(expected)
  })
})

longTest('a server that asks for a pause gets it', async () => {
  const url = await emptyDatabase()
  const pauses: string[] = []
  // The first calls are sequential: first about the server, then about its ledger.
  let calls = 0
  const busy: typeof fetch = async (...request) => {
    calls += 1
    if (calls === 1) return new Response('', { status: 429, headers: { 'retry-after': '30' } })
    if (calls === 3) return Response.json({ result: { error: 'slowDown' } })
    return fetch(...request)
  }
  await bootstrap(url, {}, { fetch: busy, onPause: (seconds, why) => pauses.push(`${seconds} ${why}`) }).run()
  expect(pauses).toEqual(['30 HTTP 429', '1 slowDown'])
  expect(await contents(url)).toEqual(expected)
})

longTest('with a list of issuers only their tokens are read, and offers on them', async () => {
  const url = await emptyDatabase()
  const issuers = [...new Set(expected.nfts.map(({ issuer }) => String(issuer)))].slice(0, 2)
  await bootstrap(url, { issuers }).run()
  const { nfts, offers } = await contents(url)
  const wanted = expected.nfts.filter(({ issuer }) => issuers.includes(String(issuer)))
  expect(nfts).toEqual(wanted)
  const ids = new Set(wanted.map(({ id }) => id))
  expect(offers).toEqual(expected.offers.filter(({ nft_id: id }) => ids.has(id)))
})

test('a database in use is left alone, and nobody follows the ledger meanwhile', async () => {
  const url = await emptyDatabase()
  const pending: Promise<unknown>[] = []
  const { http: reader } = openDatabase({
    url,
    proxy: services.databaseProxy,
    waitUntil: (work) => pending.push(work),
  })
  const cursor = { ledgerIndex: 5, ledgerHash: 'AB', closedAt: new Date() }
  const stopping = new AbortController()
  const first = bootstrap(url, {
    signal: stopping.signal,
    onProgress: () => stopping.abort(),
  })
  await first.run()
  await startCursor(reader, cursor)
  expect(await findCursor(reader)).toBeNull()
  await bootstrap(url).run()
  await expect(bootstrap(url).run()).rejects.toThrow('follows a ledger already')
  await Promise.all(pending)
})
