import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Pool } from 'pg'
import { openDatabase } from '#db/client.ts'
import type { Transaction } from '#db/executor.ts'
import { startCursor } from '#db/queries/ledger-index/writes.ts'
import { startLedger } from 'local-ledger/start.ts'
import { findFreePort } from '#local/lib/ports.ts'
import { applyMigrations, createDatabase, openPool } from '#local/postgres/databases.ts'
import { startPostgres } from '#local/postgres/start.ts'
import { followLedgers } from '#worker/domain/ledger-index/follow-ledgers.ts'
import { createJsonRpcLedger } from '#worker/ports/ledger/json-rpc.ts'
import { createLogger } from '#worker/log.ts'
import { createLedgers, type GeneratedLedger, readReply } from './generated-ledgers.ts'

// Indexing speed: npm run bench:index [-- transactions [per ledger]]

const total = Number(process.argv[2] ?? 20_000)
const perLedger = Number(process.argv[3] ?? 200)
/**
 * Number of transactions indexed before the measurement. They compile the code and give the tables rows and statistics,
 * as in a database in use.
 */
const warmUp = Math.ceil(total / 4)
const accounts = 40

/** Target in transactions per second, for the median of the runs. Mainnet has 20 to 30. */
const target = 2000
const runs = 3
/** Result of the former pipelining client (bench/README.md). */
const pipelinedRate = '6,000 to 10,000'

/** Returns the texts of the ledgers by index. */
function makeReplies(): Map<number, string> {
  const { first, close } = createLedgers(accounts)
  const replies = new Map([[first.index, first.text]])
  for (let count = 0; count < warmUp + total; count += perLedger) {
    const { index, text } = close(perLedger)
    replies.set(index, text)
  }
  return replies
}

const seconds = (since: number) => (performance.now() - since) / 1000
const rate = (count: number, time: number) => Math.round(count / time).toLocaleString('en')

const ticksOf = (stat: string) => {
  // Fields after the name in parentheses: state, parent, ... Numbers 12 to 15 are the ticks of the process and of its ended
  // children.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    parent: fields[1],
    own: Number(fields[11]) + Number(fields[12]),
    ended: Number(fields[13]) + Number(fields[14]),
  }
}

/**
 * Returns the processor time of the database server so far, in seconds; 0 if the system does not report it (Linux does,
 * in hundredths).
 */
async function databaseSeconds(dir: string): Promise<number> {
  const statOf = (pid: string) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  const [server = ''] = (await readFile(path.join(dir, 'postmaster.pid'), 'utf8')).split('\n')
  for (;;) {
    const before = await statOf(server)
    if (before === null) return 0
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const stats = await Promise.all(pids.map(statOf))
    const after = await statOf(server)
    if (after === null) return 0
    const { own, ended } = ticksOf(after)
    // A process that has just ended may be missing from both counts.
    if (ticksOf(before).ended !== ended) continue
    const children = stats
      .flatMap((stat) => (stat === null ? [] : [ticksOf(stat)]))
      .filter(({ parent }) => parent === server)
    return children.reduce((sum, one) => sum + one.own, own + ended) / 100
  }
}

/** Prints the statements that took most of the database's time. */
async function printStatements(pool: Pool, transactions: number) {
  const { rows } = await pool.query<{ query: string; calls: number; plan: number; exec: number }>(`
    select query, calls::int, total_plan_time as plan, total_exec_time as exec from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database()) order by total_plan_time + total_exec_time desc`)
  const spent = rows.reduce((sum, { plan, exec }) => sum + plan + exec, 0)
  console.log(`statements: ${((spent * 1000) / transactions).toFixed(0)} µs a transaction; most of it in`)
  for (const { query, calls, plan, exec } of rows.slice(0, 12)) {
    const us = (((plan + exec) * 1000) / transactions).toFixed(1).padStart(6)
    const text = query.replaceAll(/\s+/g, ' ').trim().slice(0, 90)
    console.log(`  ${us} µs, ${calls} calls, ${plan.toFixed(0)} ms of planning: ${text}`)
  }
}

/** Indexes the ledgers into an empty database. Returns transactions per second. */
async function run(dir: string, url: string, proxy: string, replies: Map<number, string>): Promise<number> {
  const reading = performance.now()
  const ledgers = new Map([...replies].map(([index, text]) => [index, readReply(text, index)]))
  const readTime = seconds(reading)
  const head = [...ledgers.values()].at(-1)
  if (head === undefined) throw new Error('no ledgers')
  const server = await startLedger({ port: 0 })
  const backgroundWork: Promise<unknown>[] = []
  const requests = { queries: 0, ledger: 0 }
  const counting: typeof fetch = (input, init) => {
    requests.ledger += 1
    return fetch(input, init)
  }
  const db = openDatabase({
    url,
    proxy,
    onRoundTrip: () => {
      requests.queries += 1
    },
    waitUntil: (work) => backgroundWork.push(work),
  })
  const real = createJsonRpcLedger({ urls: [server.url], timeoutMs: 5000, fetch: counting })
  const pool = openPool(url, 1)
  const reserves = { baseDrops: 1_000_000n, ownerDrops: 200_000n }
  const spent = { transactions: 0 }
  const timed =
    (transaction: Transaction): Transaction =>
    async (work) => {
      const started = performance.now()
      const result = await transaction(work)
      spent.transactions += seconds(started)
      return result
    }
  const context = {
    db: {
      http: db.http,
      transaction: timed(db.transaction),
      connection: <T>(work: (transaction: Transaction) => Promise<T>) =>
        db.connection((transaction) => work(timed(transaction))),
    },
    ledger: {
      ...real,
      validatedHead: () => Promise.resolve(head),
      findLedger: (index: number) => {
        const ledger = ledgers.get(index) ?? null
        // Drops the ledger once it is written, as in production.
        ledgers.delete(index)
        return Promise.resolve(ledger)
      },
      reserves: () => Promise.resolve(reserves),
    },
    rules: { marketplace: createLedgers(1).marketplace, minimumDrops: 100_000n },
    settings: { ledgerStart: 1 },
    now: () => new Date(),
    log: createLogger('bench', true),
  }
  try {
    const first = Math.min(...ledgers.keys())
    await startCursor(db.http, { ledgerIndex: first - 1, ledgerHash: '', closedAt: new Date(0) })
    const start = first + Math.ceil(warmUp / perLedger)
    await followLedgers(context, new Date(Date.now() + 600_000), start)
    // Stands in for autovacuum, which does this in production.
    await pool.query('analyze')
    await pool.query('create extension pg_stat_statements')
    await pool.query('select pg_stat_statements_reset()')
    globalThis.gc?.()
    spent.transactions = 0
    const database = await databaseSeconds(dir)
    const started = performance.now()
    const cpu = process.cpuUsage()
    const report = await followLedgers(context, new Date(Date.now() + 600_000))
    const time = seconds(started)
    const { user, system } = process.cpuUsage(cpu)
    const processor = (await databaseSeconds(dir)) - database
    const count = report.ledgers * perLedger
    const perTransaction = (spentSeconds: number) => `${((spentSeconds * 1_000_000) / count).toFixed(0)} µs`
    console.log(
      `read the replies of ${(warmUp + total).toLocaleString('en')} transactions beforehand: ${rate(warmUp + total, readTime)} a second`,
    )
    console.log(
      `indexed ${count.toLocaleString('en')} transactions in ${report.ledgers} ledgers of ${perLedger}: ${rate(count, time)} a second (${time.toFixed(2)} s), ${Math.round((spent.transactions / time) * 100)} % of the time in database transactions`,
    )
    console.log(
      `  processor time of a transaction: database ${perTransaction(processor)}, this side ${perTransaction((user + system) / 1_000_000)}`,
    )
    await printStatements(pool, count)
    requests.queries = 0
    requests.ledger = 0
    const idle = performance.now()
    await followLedgers(
      { ...context, ledger: { ...real, validatedHead: counted(real, head) } },
      new Date(Date.now() + 10_000),
    )
    console.log(
      `an idle round of the follower: ${requests.queries} query, ${requests.ledger} ledger call, ${Math.round(seconds(idle) * 1000)} ms`,
    )
    return count / time
  } finally {
    await Promise.allSettled(backgroundWork)
    await pool.end()
    await server.close()
  }
}

/** Calls the real server, so that the call is counted, and replaces its newest ledger with the generated one. */
const counted = (real: { validatedHead(): Promise<unknown> }, head: GeneratedLedger) => async () => {
  await real.validatedHead()
  return head
}

const dir = await mkdtemp(path.join(tmpdir(), 'opx-bench-'))
const postgres = await startPostgres({
  dir: path.join(dir, 'postgres'),
  port: await findFreePort(),
  throwaway: true,
  preload: 'pg_stat_statements',
})
try {
  const replies = makeReplies()
  const rates: number[] = []
  for (let n = 1; n <= runs; n += 1) {
    console.log(`run ${n} of ${runs}`)
    const url = await createDatabase(postgres.url('postgres'), `bench${n}`)
    await applyMigrations(url)
    const proxy = fork(new URL('proxy-process.ts', import.meta.url), [url])
    const [address] = await once(proxy, 'message')
    rates.push(await run(path.join(dir, 'postgres'), url, String(address), replies))
    proxy.disconnect()
    await once(proxy, 'exit')
  }
  const median = rates.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0
  console.log(
    `median of ${runs} runs: ${rate(median, 1)} transactions a second (target: ${target.toLocaleString('en')}; with the pipelining client: ${pipelinedRate})`,
  )
  if (median < target) process.exitCode = 1
} finally {
  await postgres.close()
  await rm(dir, { recursive: true, force: true })
}
