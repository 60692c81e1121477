// `npm run bench:day [-- --step 600 --times 100]`: a day of the ledger with a hundred times today's peak, through the
// follower into Postgres. One ledger in `step` is played, as fast as this machine can, against a clock on which a ledger
// closes every four seconds. Prints how far the index is behind, and the size of the database. See docs/capacity.md.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Pool } from 'pg'
import { openDatabase } from '#db/client.ts'
import { startCursor } from '#db/queries/ledger-index/writes.ts'
import { findFreePort } from '#local/lib/ports.ts'
import { applyMigrations, createDatabase, openPool } from '#local/postgres/databases.ts'
import { startPostgres } from '#local/postgres/start.ts'
import { startLedger } from 'local-ledger/start.ts'
import { type FollowContext, followLedgers } from '#worker/domain/ledger-index/follow-ledgers.ts'
import { createLogger } from '#worker/log.ts'
import { createJsonRpcLedger } from '#worker/ports/ledger/json-rpc.ts'
import { createLedgers, readReply } from './generated-ledgers.ts'

const { values } = parseArgs({
  options: { step: { type: 'string', default: '600' }, times: { type: 'string', default: '100' } },
})
const step = Number(values.step)

/** Transactions about NFTs in a ledger of Mainnet today, by the hour of a day with a rush in the evening. */
const today = [
  ...Array.from({ length: 8 }, () => 10),
  ...Array.from({ length: 11 }, () => 20),
  ...Array.from({ length: 2 }, () => 60),
  ...Array.from({ length: 3 }, () => 20),
]
const closeSeconds = 4
const ledgersOfHour = 3600 / closeSeconds
const accounts = 200

async function sizeOf(pool: Pool) {
  const { rows } = await pool.query<{ bytes: number; history: number; rows: number }>(
    `select pg_database_size(current_database())::float8 as bytes, pg_total_relation_size('history')::float8 as history,
       (select sum(n_tup_ins - n_tup_del)::float8 from pg_stat_user_tables) as rows`,
  )
  return rows[0] ?? { bytes: 0, history: 0, rows: 0 }
}

type Ledgers = ReturnType<typeof createLedgers>

/** Runs the follower against a clock that stands still while ledgers are made. */
class Day {
  /** Seconds since the first ledger. */
  private clock = 0
  private closed: number
  private applied: number
  private readonly first: number
  private readonly context: FollowContext
  private readonly texts: Map<number, string>
  private readonly ledgers: Ledgers
  mostLate = 0

  constructor(context: FollowContext, texts: Map<number, string>, ledgers: Ledgers) {
    this.context = context
    this.texts = texts
    this.ledgers = ledgers
    this.first = this.closed = this.applied = ledgers.first.index
  }

  /** Number of ledgers that were played. */
  get played(): number {
    return this.closed - this.first
  }

  /** Seconds by which the follower is late for the next ledger. */
  get late(): number {
    return Math.max(0, this.clock - (this.applied + 1 - this.first) * closeSeconds)
  }

  private close(size: number) {
    const { index, text } = this.ledgers.close(size)
    this.texts.set(index, text)
    this.closed = index
  }

  /** Plays ledgers of a size up to the `end`th one. Returns the seconds that the follower took. */
  async play(size: number, end: number): Promise<number> {
    let busy = 0
    while (this.applied - this.first < end) {
      while (this.played < end && (this.played + 1) * closeSeconds <= this.clock) this.close(size)
      if (this.applied === this.closed) {
        this.close(size)
        this.clock = Math.max(this.clock, this.played * closeSeconds)
      }
      const started = performance.now()
      const { to } = await followLedgers(this.context, new Date(Date.now() + 10_000), this.closed)
      const spent = (performance.now() - started) / 1000
      this.applied = to
      this.clock += spent
      busy += spent
      this.mostLate = Math.max(this.mostLate, this.late)
    }
    return busy
  }
}

const text = (value: number) => Math.round(value).toLocaleString('en')
/** Formats a delay: one ledger that is played stands for `step` of the day. */
const delay = (late: number) =>
  `${text((late * step) / closeSeconds)} ledgers (${text((late * step) / 60)} min) behind`

/** Plays all hours. Between them, the tables are vacuumed as the server does in production. */
async function playDay(day: Day, pool: Pool) {
  for (const [hour, number] of today.entries()) {
    const size = number * Number(values.times)
    const before = day.played
    const busy = await day.play(size, Math.round(((hour + 1) * ledgersOfHour) / step))
    const ledgers = day.played - before
    console.log(
      `hour ${hour + 1}: ${text(size)} in a ledger; ${text((ledgers * size) / busy)} a second, ${(busy / ledgers).toFixed(2)} s a ledger; ${delay(day.late)}`,
    )
    await pool.query('vacuum analyze')
  }
}

const dir = await mkdtemp(path.join(tmpdir(), 'opx-day-'))
const postgres = await startPostgres({
  dir: path.join(dir, 'postgres'),
  port: await findFreePort(),
  throwaway: true,
})
const url = await createDatabase(postgres.url('postgres'), 'day')
await applyMigrations(url)
const proxy = fork(new URL('proxy-process.ts', import.meta.url), [url])
const [address] = await once(proxy, 'message')
const server = await startLedger({ port: 0 })
const pool = openPool(url, 1)
const pending: Promise<unknown>[] = []
try {
  const ledgers = createLedgers(accounts)
  const texts = new Map<number, string>()
  const db = openDatabase({ url, proxy: String(address), waitUntil: (work) => pending.push(work) })
  const context: FollowContext = {
    db,
    ledger: {
      ...createJsonRpcLedger({ urls: [server.url], timeoutMs: 5000, fetch }),
      findLedger: async (index) => {
        const reply = texts.get(index)
        texts.delete(index)
        return reply === undefined ? null : readReply(reply, index)
      },
      reserves: async () => ({ baseDrops: 1_000_000n, ownerDrops: 200_000n }),
    },
    rules: { marketplace: ledgers.marketplace, minimumDrops: 100_000n },
    settings: { ledgerStart: 1 },
    now: () => new Date(),
    log: createLogger('bench', true),
  }
  await startCursor(db.http, { ledgerIndex: ledgers.first.index, ledgerHash: '', closedAt: new Date(0) })
  const before = await sizeOf(pool)
  const day = new Day(context, texts, ledgers)
  await playDay(day, pool)
  const after = await sizeOf(pool)
  const { rows } = await pool.query<{ table: string; rows: number }>(
    `select relname as table, (n_tup_ins - n_tup_del)::float8 as rows from pg_stat_user_tables
     where n_tup_ins - n_tup_del > 0 order by 2 desc limit 6`,
  )
  const transactions =
    today.reduce((sum, number) => sum + number, 0) * Number(values.times) * (ledgersOfHour / step)
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(2)
  console.log(
    `${text(day.played)} ledgers, about ${text(transactions)} transactions; at most ${delay(day.mostLate)}; load ${loadavg()[0]?.toFixed(1)}`,
  )
  console.log(
    `database: ${gigabytes(after.bytes - before.bytes)} GB, of which history ${gigabytes(after.history)} GB; ${text(after.rows)} rows: ${rows.map((row) => `${row.table} ${text(row.rows)}`).join(', ')}`,
  )
} finally {
  await Promise.allSettled(pending)
  await pool.end()
  await server.close()
  proxy.disconnect()
  await once(proxy, 'exit')
  await postgres.close()
  await rm(dir, { recursive: true, force: true })
}
