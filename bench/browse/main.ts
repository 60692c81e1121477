// `npm run bench:browse -- --tokens 1000000`: every list, filter, sort, facet and search of the API on a large index.
// `--keep DIR` stores the database there and fills it only once. `--only TEXT` measures only reads with that text in
// their name.
import { parseArgs } from 'node:util'
import { startBenchStack } from '#local/stack/bench-stack.ts'
import { startCountingProxy } from '#tests/support/counting-proxy.ts'
import { bigCollection, fill } from './fill.ts'
import { connectDirectly } from './direct.ts'
import { deepPages, measureCalls, reads, throughput } from './measure.ts'

const { values } = parseArgs({
  options: {
    tokens: { type: 'string', default: '1000000' },
    collections: { type: 'string', default: '10000' },
    times: { type: 'string', default: '30' },
    keep: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})

// Disables the edge cache until the last measurement, so that each call reads the database.
const bindings: Record<string, string> = { PUBLIC_READ_SECONDS: '0' }
const bench = await startBenchStack({ bindings, keep: values.keep })
const { stack, database } = bench
const proxy = await startCountingProxy(bench.proxy)
try {
  console.log(`${values.tokens} tokens in ${values.collections} collections`)
  const { rows } = await database.query<{ tokens: string }>('select count(*) as tokens from nfts')
  if (rows[0]?.tokens !== values.tokens)
    await fill(database, Number(values.tokens), Number(values.collections))
  const [size] = (
    await database.query<{ mb: number }>('select pg_database_size(current_database()) / 1e6 as mb')
  ).rows
  console.log(`${Math.round(size?.mb ?? 0)} MB`)
  // The worker reaches its database through the counting proxy.
  stack.bindings['DATABASE_PROXY'] = proxy.address
  await stack.startWorker()
  const site = stack.urls.worker
  const times = Number(values.times)
  const direct = await connectDirectly(database)
  const selection = reads(Number(values.collections)).filter(([name]) => name.includes(values.only))
  const fast = await measureCalls(site, proxy, direct, selection, times)
  const deep = values.only !== '' || (await deepPages(site, proxy, direct, bigCollection, times))
  direct.close()
  if (values.only === '') {
    await throughput(site, 'from the database')
    await stack.worker.stop()
    stack.bindings['PUBLIC_READ_SECONDS'] = '2'
    await stack.worker.start()
    await throughput(site, 'cached at the edge')
  }
  process.exitCode = deep && fast ? 0 : 1
} finally {
  await bench.stop()
  await proxy.close()
}
