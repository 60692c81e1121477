import type { Pool } from 'pg'
import type { Wallet } from 'xrpl'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#db/executor.ts'
import { asJson, callRpc } from '#local/lib/rpc.ts'
import { type Signer, startSigner } from '#local/signer/start.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { createApi, type Session } from '#tests/support/api.ts'
import { issueSession } from '#tests/support/issue-session.ts'
import { moveClock } from '#tests/support/ledger-clock.ts'
import { serveWorker } from '#tests/support/serve-worker.ts'
import { compose } from '#worker/compose.ts'
import { sweepReservations } from '#worker/domain/demand/sweep-reservations.ts'
import { refillTickets } from '#worker/domain/journal/tickets.ts'
import { type FollowContext, followLedgers } from '#worker/domain/ledger-index/follow-ledgers.ts'
import { watchServers } from '#worker/domain/ledger-index/servers.ts'
import { advanceDraws } from '#worker/domain/random/advance-draws.ts'
import { sweepStandingBids } from '#worker/domain/standing-bid/settle-sale.ts'
import { sweep } from '#worker/domain/trade/sweep.ts'
import { readEnvironment } from '#worker/read-environment.ts'
import type { Cast } from './drawn.ts'
import { submit } from './submit.ts'

const origin = 'http://market.local'
const secret = 'a secret of the drift tests that is long enough for HS256'
const authorizedMinter = 10
const holdSeconds = 15 * 60
const maxRounds = 40

/** Alarms that report misplaced money or tickets. */
const alarms = new Set(['lent_ticket_lost', 'freed_part_used', 'demand_offer_missing', 'refused_by_policy'])

export type Market = Awaited<ReturnType<typeof openMarket>>

const demoAccount = ({ classicAddress, seed = '' }: Wallet): DemoAccount => ({
  name: classicAddress,
  role: 'collector',
  address: classicAddress,
  seed,
})

/**
 * Opens the marketplace's API, wallets and sweeps on the ledger of a drift test. `unreliable` wraps a database with
 * faults.
 */
export async function openMarket({
  database,
  ledgerUrl,
  pool,
  cast,
  following,
  unreliable = (database) => database,
  phones,
}: {
  database: { url: string; proxy: string }
  ledgerUrl: string
  pool: Pool
  cast: Cast
  following: FollowContext
  unreliable?: (database: Database) => Database
  /** The wallets of an earlier market, which outlive its database. */
  phones?: Signer
}) {
  const signer = phones ?? (await startSigner({ port: 0, ledgerUrl, accounts: cast.people.map(demoAccount) }))
  const bindings = {
    SITE_ORIGIN: origin,
    NETWORK: 'local',
    DATABASE_URL: database.url,
    DATABASE_PROXY: database.proxy,
    LEDGER_URLS: ledgerUrl,
    LEDGER_START: '1',
    SIGNER_URL: signer.url,
    SIGNER_API_KEY: signer.app.key,
    SIGNER_API_SECRET: signer.app.secret,
    MARKETPLACE_SEED: cast.marketplace.seed ?? '',
    SESSION_SECRET: secret,
    DRAW_SECRET: 'the draws of the drift tests and nothing else',
    DRAW_CHAIN_LENGTH: '4096',
    S3_ENDPOINT: origin,
    S3_BUCKET: 'none',
    S3_ACCESS_KEY_ID: 'none',
    S3_SECRET_ACCESS_KEY: 'none',
    CRON_BUDGET_MS: '0',
    RATE_LIMITS: 'off',
    WALLET_CALLS_MINUTE: '60000',
    LEDGER_CALLS_MINUTE: '60000',
    WALLET_BATCH: 'on',
  }
  const worker = await serveWorker(bindings, 0, () => undefined, unreliable)
  const { call, ...phone } = createApi(`http://127.0.0.1:${worker.port}`, signer)
  const raised: string[] = []
  const pending: Promise<unknown>[] = []
  const composed = compose(readEnvironment(bindings))('drift', (work) => pending.push(work))
  const context = {
    ...composed,
    ...following,
    settings: composed.settings,
    // The metadata of prints is not stored in this test.
    storage: { ...composed.storage, put: async () => undefined },
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (event: string, facts = {}) =>
        void (alarms.has(event) && raised.push(`${event} ${JSON.stringify(facts)}`)),
    },
  }
  const deadline = () => new Date(Date.now() + 20_000)
  const sessions = new Map<string, Session>()
  for (const account of cast.people.map(demoAccount)) {
    const query = (sql: string, values: unknown[]) => pool.query(sql, values)
    const token = await issueSession({ secret, origin, query }, account.address)
    sessions.set(account.address, { account, token, userToken: null })
  }
  // Every third wallet cannot sign a Batch.
  for (const [place, { classicAddress }] of cast.people.entries())
    if (place % 3 === 2)
      await pool.query(
        'insert into wallets (account, no_batch_at) values ($1, now()) on conflict do nothing',
        [classicAddress],
      )
  for (const artist of cast.people.slice(0, 3))
    await submit(ledgerUrl, artist, {
      TransactionType: 'AccountSet',
      SetFlag: authorizedMinter,
      NFTokenMinter: cast.marketplace.classicAddress,
    })
  await watchServers(context)
  // The first run creates tickets, and the second one detects them.
  for (let runs = 0; runs < 2; runs += 1) {
    await callRpc(ledgerUrl, 'ledger_accept')
    await refillTickets(context, deadline())
  }

  /** Open requests, with the session of the account that must sign. */
  const requests = new Map<string, Session>()

  async function ask(account: string, path: string, body?: unknown) {
    const session = sessions.get(account)
    if (session === undefined) throw new Error(`${account} has no session.`)
    const reply = call(path, {
      session,
      headers: { prefer: 'respond-async' },
      ...(body === undefined ? {} : { body }),
    })
    let isOver = false
    void reply.finally(() => (isOver = true)).catch(() => undefined)
    for (;;) {
      await Promise.race([reply, wait(100)])
      if (isOver) break
      await callRpc(ledgerUrl, 'ledger_accept')
    }
    const { status, body: answer } = await reply
    const { uuid } = asJson(answer['data'])
    if (status !== 202 || typeof uuid !== 'string') return { status, answer, uuid: null }
    requests.set(uuid, session)
    return { status, answer, uuid }
  }

  /** Runs one round of all polling, as pages and the cron do, as if the waiting times had passed. */
  async function tend(): Promise<void> {
    await pool.query("update bid_sales set checked_at = checked_at - interval '1 minute'")
    await pool.query('update sign_requests set asked_at = null where asked_at is not null')
    await pool.query(
      "update ledger_submissions set submitted_at = submitted_at - interval '1 minute' where state = 'submitted'",
    )
    for (const [uuid, session] of requests) {
      const { body } = await call(`/api/xumm/check/${uuid}`, { session })
      if (body['status'] !== undefined && body['status'] !== 'pending') requests.delete(uuid)
    }
    for (const work of [advanceDraws, sweep, sweepReservations, sweepStandingBids, refillTickets])
      await work(context, deadline()).catch(() => undefined)
    await Promise.allSettled(pending.splice(0))
  }

  const lapse = () => moveClock(ledgerUrl, holdSeconds + 60)

  async function round(): Promise<void> {
    await callRpc(ledgerUrl, 'ledger_accept')
    await followLedgers(context, deadline())
    await tend()
  }

  /**
   * Lets reservations lapse and runs rounds until the marketplace has no unfinished work. Returns what is still unfinished.
   */
  async function settle(): Promise<string[]> {
    await lapse()
    // Invalidates everything that the wallets could still sign.
    for (const person of cast.people) await submit(ledgerUrl, person, { TransactionType: 'AccountSet' })
    for (let rounds = 0; ; rounds += 1) {
      await round()
      const { rows } = await pool.query<{ what: string }>(
        `select 'reservation ' || state as what from reservations where state in ('reserved', 'offered', 'cancelling')
         union all select 'part ' || state from presigned_parts where state in ('lent', 'lost')
         union all select 'submission ' || kind from ledger_submissions where state in ('prepared', 'submitted')
         union all select 'payout' from payouts where state = 'owed' and due_at < now()`,
      )
      if (rows.length === 0 || rounds === maxRounds) return rows.map(({ what }) => `still open: ${what}`)
    }
  }

  return {
    cast,
    /** The database without faults. */
    db: composed.db,
    context,
    pool,
    ledgerUrl,
    raised,
    requests,
    signer,
    ask,
    // A wallet refuses a request that has ended.
    sign: async (uuid: string) => {
      const session = requests.get(uuid)
      if (session !== undefined) await phone.sign(uuid, session.account).catch(() => null)
    },
    reject: (uuid: string) => phone.reject(uuid).catch(() => null),
    tend,
    lapse,
    round,
    settle,
    close: async () => {
      await Promise.allSettled(pending)
      await worker.close()
      if (phones === undefined) await signer.close()
    },
  }
}
