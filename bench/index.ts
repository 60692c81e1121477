import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Pool } from 'pg'
import { openDatabase } from '#db/client.ts'
import type { Transaction } from '#db/executor.ts'
import { startCursor } from '#db/queries/index-writes.ts'
import { GENESIS_ACCOUNT } from '#dev/ledger/chain/genesis.ts'
import { LedgerChain } from '#dev/ledger/chain/ledger-chain.ts'
import { transactionFromFields, trustSignature } from '#dev/ledger/chain/parse-transaction.ts'
import { transactionJson } from '#dev/ledger/rpc/present-transaction.ts'
import { startLedger } from '#dev/ledger/start.ts'
import type { TransactionFields } from '#dev/ledger/transactions/transaction-types.ts'
import { metadataJson } from '#dev/ledger/views/metadata.ts'
import { findFreePort } from '#dev/lib/ports.ts'
import { startNeonProxy } from '#dev/neon-proxy/start.ts'
import { applyMigrations, createDatabase } from '#dev/postgres/databases.ts'
import { startPostgres } from '#dev/postgres/start.ts'
import { makeActors, seeded, Workload } from '#tests/ledger/workload.ts'
import { followLedgers } from '#worker/domain/ledger-index/follow-ledgers.ts'
import { Metadata, TransactionJson } from '#worker/ledger/ledger-json.ts'
import { rippleTimeToDate } from '#worker/contract/ledger.ts'
import { createJsonRpcLedger } from '#worker/ports/ledger/json-rpc.ts'
import type { ReadLedger } from '#worker/ledger/read-ledger.ts'
import { nothingUnread } from '#worker/ledger/unread.ts'
import { createLogger } from '#worker/log.ts'
import * as v from 'valibot'

// Indexing speed: npm run bench:index [-- transactions [per ledger]]

const total = Number(process.argv[2] ?? 20_000)
const perLedger = Number(process.argv[3] ?? 200)
const genesisKey = '0330E7FC9D56BB25D6893BA3F317AE5BCF33B3291BD63DB32654A313222F7FD020'
const actors = makeActors(40)

type GeneratedLedger = ReadLedger & { closedAt: Date }

/** Ledgers of mixed transactions, in the form that a server returns. */
function makeLedgers(): Map<number, GeneratedLedger> {
  const chain = new LedgerChain({ networkId: 0, now: () => Date.now() })
  const submit = (fields: TransactionFields) => {
    const transaction = transactionFromFields({ ...fields, TxnSignature: '00'.repeat(64) })
    trustSignature(transaction.hash)
    chain.openLedger.submit(transaction, false)
  }
  for (const [index, { address }] of actors.entries()) {
    submit({
      TransactionType: 'Payment',
      Account: GENESIS_ACCOUNT,
      Destination: address,
      Amount: '1000000000000',
      Fee: '10',
      Sequence: index + 1,
      SigningPubKey: genesisKey,
    })
  }
  const ledgers = new Map<number, GeneratedLedger>()
  const close = () => {
    const { header, records } = chain.close()
    const closedAt = rippleTimeToDate(header.closeTime)
    ledgers.set(header.seq, {
      index: header.seq,
      hash: header.hash,
      closedAt,
      isOrdered: true,
      unread: nothingUnread(),
      transactions: records.map(({ transaction, metadata }) => ({
        hash: transaction.hash,
        ledgerIndex: header.seq,
        closedAt,
        tx: v.parse(TransactionJson, transactionJson(transaction, 2)),
        meta: v.parse(Metadata, metadataJson(metadata)),
      })),
    })
  }
  close()
  const workload = new Workload(chain, actors, seeded(11))
  for (let done = 0; done < total; done += perLedger) {
    for (let index = 0; index < perLedger; index += 1) submit(workload.next())
    close()
  }
  return ledgers
}

const seconds = (since: number) => (performance.now() - since) / 1000
const rate = (count: number, time: number) => Math.round(count / time).toLocaleString('en')

const tables = ['nfts', 'offers', 'history', 'account_funds', 'trust_lines', 'currency_issuers']

/** Writes the indexed rows again, with COPY into tables with the same indexes. */
async function copySeconds(pool: Pool, dir: string): Promise<{ rows: number; time: number }> {
  let rows = 0
  let time = 0
  for (const table of tables) {
    const file = path.join(dir, `${table}.copy`)
    await pool.query(`copy ${table} to '${file}'`)
    await pool.query(`create table copied_${table} (like ${table} including all)`)
    const started = performance.now()
    rows += (await pool.query(`copy copied_${table} from '${file}'`)).rowCount ?? 0
    time += seconds(started)
  }
  return { rows, time }
}

async function run(dir: string, url: string, proxy: string) {
  const ledgers = makeLedgers()
  const head = [...ledgers.values()].at(-1)
  if (head === undefined) throw new Error('no ledgers')
  const server = await startLedger({ port: 0 })
  const pending: Promise<unknown>[] = []
  const sent = { queries: 0, ledger: 0 }
  const counting: typeof fetch = (input, init) => {
    sent.ledger += 1
    return fetch(input, init)
  }
  const db = openDatabase({
    url,
    proxy,
    onRoundTrip: () => {
      sent.queries += 1
    },
    waitUntil: (work) => pending.push(work),
  })
  const real = createJsonRpcLedger({ urls: [server.url], timeoutMs: 5000, fetch: counting })
  const pool = new Pool({ connectionString: url, max: 1 })
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
      read: db.read,
      transaction: timed(db.transaction),
      connection: <T>(work: (transaction: Transaction) => Promise<T>) =>
        db.connection((transaction) => work(timed(transaction))),
    },
    ledger: {
      ...real,
      validatedHead: () => Promise.resolve(head),
      findLedger: (index: number) => Promise.resolve(ledgers.get(index) ?? null),
      reserves: () => Promise.resolve(reserves),
    },
    rules: { marketplace: actors[0]?.address ?? '', minimumDrops: 100_000n },
    settings: { ledgerStart: 1 },
    now: () => new Date(),
    log: createLogger('bench', true),
  }
  try {
    const first = Math.min(...ledgers.keys())
    await startCursor(db.read, { ledgerIndex: first - 1, ledgerHash: '', closedAt: new Date(0) })
    const started = performance.now()
    const cpu = process.cpuUsage()
    const report = await followLedgers(context, new Date(Date.now() + 600_000))
    const time = seconds(started)
    const { user, system } = process.cpuUsage(cpu)
    const copied = await copySeconds(pool, dir)
    console.log(
      `indexed ${total.toLocaleString('en')} transactions in ${report.ledgers} ledgers of ${perLedger}: ${rate(total, time)} a second (${time.toFixed(1)} s)`,
    )
    console.log(
      `  in database transactions ${Math.round((spent.transactions / time) * 100)} % of the time, ${((spent.transactions / report.ledgers) * 1000).toFixed(1)} ms a ledger; processor of this side ${Math.round((user + system) / 10_000 / time)} %`,
    )
    console.log(
      `COPY of the same ${copied.rows.toLocaleString('en')} rows with the same indexes: ${copied.time.toFixed(2)} s; indexing took ${(time / copied.time).toFixed(1)} times as long`,
    )
    sent.queries = 0
    sent.ledger = 0
    const idle = performance.now()
    await followLedgers(
      { ...context, ledger: { ...real, validatedHead: counted(real, head) } },
      new Date(Date.now() + 10_000),
    )
    console.log(
      `an idle round of the follower: ${sent.queries} query, ${sent.ledger} ledger call, ${Math.round(seconds(idle) * 1000)} ms`,
    )
  } finally {
    await Promise.allSettled(pending)
    await pool.end()
    await server.close()
  }
}

/** Asks the real server, and replaces its newest ledger with that of the generated ones. */
const counted = (real: { validatedHead(): Promise<unknown> }, head: GeneratedLedger) => async () => {
  await real.validatedHead()
  return head
}

const dir = await mkdtemp(path.join(tmpdir(), 'opx-bench-'))
const postgres = await startPostgres({
  dir: path.join(dir, 'postgres'),
  port: await findFreePort(),
  throwaway: true,
})
try {
  const url = await createDatabase(postgres.url('postgres'), 'bench')
  await applyMigrations(url)
  const proxy = await startNeonProxy({ port: 0, databaseUrl: url })
  await run(path.join(dir, 'postgres'), url, proxy.address)
  await proxy.close()
} finally {
  await postgres.close()
  await rm(dir, { recursive: true, force: true })
}
