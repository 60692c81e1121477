// `npm run bench:read`: reads that query the database, compared with a bare loop that posts the same SQL, and many
// visitors of one collection.
import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import { startBenchStack } from '#local/stack/bench-stack.ts'
import { startCountingProxy, statementsIn } from '#tests/support/counting-proxy.ts'
import { bigWork, fill } from '#bench/browse/fill.ts'
import { rate } from './rate.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import * as v from 'valibot'
import type { Order } from './worker.ts'

const Done = v.object({ rate: v.number() })

/** Starts the worker's code in a separate process, which measures rates on request. */
function startWorkerHere() {
  const child = fork(new URL('worker.ts', import.meta.url))
  child.once('exit', (code) => {
    if (code !== 0) throw new Error('The worker has ended.')
  })
  return {
    ask: async (order: Order): Promise<number> => {
      child.send(order)
      const [message] = await once(child, 'message')
      return v.parse(Done, message).rate
    },
    end: async () => {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

const { values } = parseArgs({
  options: {
    tokens: { type: 'string', default: '150000' },
    callers: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '5' },
    ledgers: { type: 'string', default: '6' },
  },
})
/** The share of the bare loop's rate that a read must reach. */
const target = 0.5
/**
 * The reads, with the share that each reached with cached plans and joined statements, before those were removed
 * (bench/README.md).
 */
const databaseReads = [
  { path: '/api/collection/nfts?id=c4', joined: 0.76 },
  { path: '/api/collection/nfts?id=c1', joined: 0.8 },
  { path: '/api/collection/facets?id=c4', joined: 0.82 },
]
const roundMs = 2000
const ledgerMs = 4000
/** Lifetime of a cached copy in seconds, as in production. */
const freshSeconds = 5
const callers = Number(values.callers)

type OwnWorker = ReturnType<typeof startWorkerHere>

async function get(url: string, init: RequestInit = {}): Promise<void> {
  const reply = await fetch(url, init)
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`)
  await reply.arrayBuffer()
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const bench = await startBenchStack({ bindings: { PUBLIC_READ_SECONDS: '0' } })
const { stack, database } = bench
const proxy = await startCountingProxy(bench.proxy)
const bare = new Pool({ connectionString: stack.urls.database, max: callers })

/**
 * Runs the worker's code in a separate process, the bare loop and a bare connection in turns, so that other load
 * affects all of them. Prints the rate in the local runtime for comparison, which answers only 100 to 170 calls per
 * second.
 */
async function besideBareLoop(
  own: OwnWorker,
  site: string,
  { path, joined }: (typeof databaseReads)[number],
): Promise<number> {
  await get(`${site}${path}`)
  await own.ask({ path, callers: 1, ms: 500 })
  await own.ask({ path, callers, ms: 500 })
  const { last } = proxy
  if (last === null) throw new Error(`${path} asked nothing.`)
  const statements = statementsIn(last.body)
  const post = {
    method: 'POST',
    body: last.body,
    headers: Object.entries(last.headers).flatMap(([name, value]): [string, string][] =>
      name.startsWith('neon-') && typeof value === 'string' ? [[name, value]] : [],
    ),
  }
  const worker: number[] = []
  const runtime: number[] = []
  const loop: number[] = []
  const connection: number[] = []
  for (let round = 0; round < Number(values.rounds); round += 1) {
    worker.push(await own.ask({ path, callers, ms: roundMs }))
    loop.push(await rate(roundMs, callers, () => get(`http://${proxy.address}/sql`, post)))
    runtime.push(await rate(roundMs, callers, () => get(`${site}${path}`)))
    connection.push(
      await rate(roundMs, callers, async () => {
        for (const { query, params } of statements) await bare.query(query, params)
      }),
    )
  }
  const ratio = median(worker.map((rounds, n) => rounds / (loop[n] ?? rounds)))
  console.log(
    `${path.padEnd(44)} worker ${median(worker).toFixed(0).padStart(5)} a second, bare loop ${median(loop).toFixed(0).padStart(5)}, pg ${median(connection).toFixed(0).padStart(5)}; ratio ${ratio.toFixed(2)}, with kept plans ${joined.toFixed(2)} (in the local runtime ${median(runtime).toFixed(0)} a second)`,
  )
  return ratio
}

/**
 * Simulates visitors with and without a live connection over several ledgers. Returns true if each read queried the
 * database at most once per ledger. Two exceptions are allowed: one query for the end of the event log, and one more
 * per read if an answer took longer than a copy may outlast a ledger.
 */
async function crowd(site: string, paths: string[]): Promise<boolean> {
  const ledgers = Number(values.ledgers)
  const { rows } = await database.query<{ position: number }>(
    `insert into event_clock (name, position) values ('log', 1)
    on conflict (name) do update set position = event_clock.position + 1 returning position::int`,
  )
  let position = rows[0]?.position ?? 1
  const firstPosition = position
  // Adds an event, because the worker limits a position to the end of the log.
  const addEvent = async () => {
    await database.query(`update event_clock set position = position + 1 where name = 'log'`)
    position += 1
  }
  let visited = position
  const late = new Set<number>()
  const visit = async () => {
    const at = position
    const startedAt = performance.now()
    visited = at
    await Promise.all(
      paths.flatMap((path) => [
        get(`${site}${path}`, { headers: { 'opx-position': String(at) } }),
        get(`${site}${path}`),
      ]),
    )
    if (performance.now() - startedAt > freshSeconds * 1000 - ledgerMs) late.add(at)
  }
  // Creates the copies that earlier visitors would have left.
  for (const path of paths) await get(`${site}${path}`, { headers: { 'opx-position': String(position) } })
  const before = proxy.roundTrips
  // Ledgers close by the clock, even while slow answers are pending.
  await addEvent()
  const closing = setInterval(() => void addEvent(), ledgerMs)
  const visits = await rate(ledgers * ledgerMs, callers, visit)
  clearInterval(closing)
  const passed = visited - firstPosition
  const queries = (proxy.roundTrips - before) / passed / paths.length
  const reads = visits * paths.length * 2
  console.log(
    `${reads.toFixed(0)} reads of one collection a second, half of them after an event: each asks ${queries.toFixed(2)} times a ledger (answers were late in ${late.size} of ${passed})`,
  )
  return queries <= 1 + 1 / paths.length + late.size / passed
}

/**
 * Simulates visitors of a page, including the HTML. Returns true if they query the database no more often per ledger
 * than one visitor does.
 */
async function pageCrowd(site: string, path: string): Promise<boolean> {
  const ledgers = Number(values.ledgers)
  const started = proxy.roundTrips
  await get(`${site}${path}`)
  const alone = proxy.roundTrips - started
  const startedAt = performance.now()
  const pages = await rate(ledgers * ledgerMs, callers, () => get(`${site}${path}`))
  const passed = Math.max(ledgers, (performance.now() - startedAt) / ledgerMs)
  const queries = (proxy.roundTrips - started - alone) / passed
  console.log(
    `${pages.toFixed(0)} pages ${path} a second: ${queries.toFixed(1)} queries a ledger, one visitor asks ${alone}`,
  )
  return queries <= alone
}

try {
  await fill(database, Number(values.tokens), 1000)
  stack.bindings['DATABASE_PROXY'] = proxy.address
  await stack.startWorker()
  const site = stack.urls.worker
  const own = startWorkerHere()
  await own.ask({ bindings: stack.bindings })
  const ratios: number[] = []
  for (const databaseRead of databaseReads) ratios.push(await besideBareLoop(own, site, databaseRead))
  await own.end()
  await stack.worker.stop()
  stack.bindings['PUBLIC_READ_SECONDS'] = String(freshSeconds)
  await stack.worker.start()
  const paths = ['/api/collection/info?id=c1', '/api/collection/nfts?id=c1', '/api/collection/facets?id=c1']
  const joined = await crowd(site, paths)
  let shared = true
  for (const path of ['/collection/c1/items', `/nft/${bigWork(7)}`])
    shared = (await pageCrowd(site, path)) && shared
  if (!shared) console.log('Missed: more queries for a page than one visitor needs in each ledger.')
  if (!joined) console.log('Missed: more than one query a ledger for each read.')
  if (Math.min(...ratios) < target) console.log(`Missed: less than ${target} of the bare loop.`)
  process.exitCode = joined && shared && Math.min(...ratios) >= target ? 0 : 1
} finally {
  await bare.end()
  await bench.stop()
  await proxy.close()
}
