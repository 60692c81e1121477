// `npm run bench:browse -- --tokens 1000000`: every list, filter, sort, facet and search of the API on a large index.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import { localApp } from '#dev/signer/credentials.ts'
import { demoAccounts, marketplaceAccount } from '#dev/stack/people.ts'
import { freePorts } from '#dev/stack/ports.ts'
import { startStack } from '#dev/stack/start-stack.ts'
import { startCountingProxy } from '#tests/support/counting-proxy.ts'
import { bigCollection, fill } from './fill.ts'
import { deepPages, measureCalls, throughput } from './measure.ts'

const { values } = parseArgs({
  options: {
    tokens: { type: 'string', default: '1000000' },
    collections: { type: 'string', default: '10000' },
    times: { type: 'string', default: '100' },
  },
})

const root = path.resolve(import.meta.dirname, '..', '..')
const dir = await mkdtemp(path.join(tmpdir(), 'opx-browse-'))
const ports = await freePorts()
const bindings: Record<string, string> = { RATE_LIMITS: 'off', PUBLIC_READ_SECONDS: '2' }
const stack = await startStack({
  dir,
  ports,
  marketplace: marketplaceAccount,
  accounts: demoAccounts,
  sessionSecret: localApp.secret.repeat(2),
  siteOrigin: `http://127.0.0.1:${ports.site}`,
  ledger: { inMemory: true, closeEveryMs: 60_000 },
  signer: { inMemory: true },
  worker: { config: path.join(root, 'wrangler.toml'), inMemory: true },
  bindings,
  cronEveryMs: null,
  log: () => () => undefined,
})
const proxy = await startCountingProxy(`127.0.0.1:${ports.proxy}`)
const database = new Pool({ connectionString: stack.urls.database, max: 2 })
try {
  console.log(`${values.tokens} tokens in ${values.collections} collections`)
  await fill(database, Number(values.tokens), Number(values.collections))
  // The worker reaches its database through the line that counts.
  stack.bindings['DATABASE_PROXY'] = proxy.address
  await stack.startWorker()
  const site = stack.urls.worker
  const times = Number(values.times)
  await measureCalls(site, proxy, Number(values.collections), times)
  const deep = await deepPages(site, proxy, bigCollection, times)
  await throughput(site)
  process.exitCode = deep ? 0 : 1
} finally {
  await database.end()
  await stack.stop()
  await proxy.close()
  await rm(dir, { recursive: true, force: true })
}
