// `npm run bench:cron`: the cost of an idle cron run, the catch-up speed after a gap, and the lag of the index
// afterwards.
import { setTimeout as wait } from 'node:timers/promises'
import { openLedgerSession } from '#local/lib/ledger-session.ts'
import { numberOf, callRpc } from '#local/lib/rpc.ts'
import { genesisAccount, marketplaceAccount } from '#local/stack/people.ts'
import { startBenchStack } from '#local/stack/bench-stack.ts'
import { startCountingProxy } from '#tests/support/counting-proxy.ts'
import { startLedgerProxy } from '#tests/support/ledger-proxy.ts'

/** Maximum lag of the index behind a validated ledger. */
const maxLagMs = 6000

/** Maximum number of queries in an idle round, which is one pass of all lanes. */
const maxQueries = 10

const gap = 200
const line = await startLedgerProxy()
const bench = await startBenchStack({ closeEveryMs: 4000, cronBudgetMs: 0 })
const { stack, database } = bench
const proxy = await startCountingProxy(bench.proxy)

async function cursor(): Promise<number> {
  const { rows } = await database.query<{ ledger_index: string }>('select ledger_index from ledger_cursor')
  return Number(rows[0]?.ledger_index ?? 0)
}

async function validated(): Promise<number> {
  return numberOf(
    (await callRpc(stack.urls.ledger, 'ledger', { ledger_index: 'validated' }))['ledger_index'],
    'index',
  )
}

const ledgerCalls = () => [...line.calls.values()].reduce((sum, one) => sum + one, 0)

/** Fires the cron until the index has caught up with the ledger. */
async function catchUp(): Promise<void> {
  while ((await cursor()) < (await validated())) await stack.fireCron()
}

try {
  line.target = stack.urls.ledger
  stack.bindings['LEDGER_URLS'] = line.url
  stack.bindings['DATABASE_PROXY'] = proxy.address
  const session = await openLedgerSession(stack.urls.ledger)
  await session.run(genesisAccount, {
    TransactionType: 'Payment',
    Destination: marketplaceAccount.address,
    Amount: '1000000000',
  })
  await stack.startWorker()
  await catchUp()
  for (let rounds = 0; rounds < 10; rounds += 1) {
    await stack.fireCron()
    await wait(1000)
  }
  await catchUp()
  // Makes the XRP price, which is read once a minute, not due.
  await database.query(
    "insert into xrp_prices (quote, price, source, priced_at, read_at) values ('USD', 1, 'oracle', now(), now() + interval '1 hour')",
  )
  // The servers are queried in one of these rounds. The last query of a run releases its leases.
  const rounds: number[] = []
  const calls: number[] = []
  const times: number[] = []
  for (let n = 0; n < 24; n += 1) {
    const from = await cursor()
    const queries = proxy.roundTrips
    const before = ledgerCalls()
    const startedAt = performance.now()
    await stack.fireCron()
    const spent = { queries: proxy.roundTrips - queries, ms: performance.now() - startedAt }
    // A round that has a new ledger to apply is not idle.
    if ((await cursor()) === from) {
      rounds.push(spent.queries - 1)
      calls.push(ledgerCalls() - before)
      times.push(spent.ms)
    }
    await wait(1000)
  }
  console.log(
    `an idle round of all jobs: ${Math.min(...rounds)} to ${Math.max(...rounds)} queries (target: at most ${maxQueries}), ${Math.min(...calls)} to ${Math.max(...calls)} ledger calls, ${Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)} ms (median)`,
  )
  if (rounds.length === 0 || Math.max(...rounds) > maxQueries) process.exitCode = 1

  for (let n = 0; n < gap; n += 1) await callRpc(stack.urls.ledger, 'ledger_accept')
  const from = await cursor()
  const started = performance.now()
  await catchUp()
  const ledgers = (await cursor()) - from
  console.log(
    `a gap of ${ledgers} empty ledgers: ${((performance.now() - started) / 1000).toFixed(1)} s, ${(ledgers / ((performance.now() - started) / 1000)).toFixed(0)} ledgers a second`,
  )

  const lags: number[] = []
  for (let n = 0; n < 5; n += 1) {
    const next = (await validated()) + 1
    while ((await validated()) < next) await wait(20)
    const closed = performance.now()
    while ((await cursor()) < next) await stack.fireCron()
    lags.push(performance.now() - closed)
  }
  console.log(
    `lag after catching up, fired all the time: ${lags.map((ms) => Math.round(ms)).join(', ')} ms behind a close (target: under ${maxLagMs})`,
  )
  if (Math.max(...lags) >= maxLagMs) process.exitCode = 1
} finally {
  await bench.stop()
  await proxy.close()
  await line.close()
}
