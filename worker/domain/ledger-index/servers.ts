import { sentence } from '#contract/words/sentence.ts'
import {
  type LedgerServerRow,
  queryLedgerServers,
  saveLedgerServers,
} from '#db/queries/ledger-index/ledger-servers.ts'
import type { LedgerServer } from '#contract/schemas/admin.ts'
import type { LedgerServersHealth } from '#contract/schemas/marketplace.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { hasBatch, serverProblem } from '#worker/ledger/server-health.ts'
import type { LedgerPort } from '#worker/ports/ledger/port.ts'

type ServersContext = Pick<Context, 'db' | 'ledger' | 'now'> & {
  settings: Pick<Context['settings'], 'network'>
}

/** Network ids. The local ledger has the id of a standalone server. Source: xrpl.org "Networks". */
const networkIds = { mainnet: 0, testnet: 1, devnet: 2, local: 0 } as const

/** Interval between the cron's checks of the servers. */
const checkEverySeconds = 15
export const serversBefore = (now: Date): Date => new Date(now.getTime() - checkEverySeconds * 1000)
/** Maximum age of a verdict. If it is older, the servers are queried again. */
const maxVerdictSeconds = 90
/** Interval between reads of the amendments. They come into force at most every 15 minutes (flag ledgers). */
const amendmentsEverySeconds = 300
/** Time for which an isolate reuses cached rows. */
const memoMs = 3000

/** Part of every refusal while no server can be used; pages show it in their language. */
export const readOnlySentence = sentence(
  'OPX is read-only at the moment, because none of its XRP Ledger servers is in sync with the network: you can browse, but nothing can be bought, sold or created.',
)

interface Seen {
  readAt: number
  rows: LedgerServerRow[]
}
const cache = new WeakMap<LedgerPort, Seen>()

const ageSeconds = (at: Date, now: Date) => (now.getTime() - at.getTime()) / 1000

async function readRows({ db, ledger }: ServersContext): Promise<LedgerServerRow[]> {
  const rows = await queryLedgerServers(
    db.http,
    ledger.servers.map(({ id }) => id),
  )
  cache.set(ledger, { readAt: Date.now(), rows })
  return rows
}

/** Returns the rows that this isolate has cached in the last seconds, or reads the current ones. */
function recentRows(context: ServersContext): Promise<LedgerServerRow[]> {
  const memo = cache.get(context.ledger)
  return memo !== undefined && Date.now() - memo.readAt < memoMs
    ? Promise.resolve(memo.rows)
    : readRows(context)
}

type VerdictContext = Pick<ServersContext, 'ledger' | 'settings' | 'now'>

/** Returns the verdict on a server; `unknown` if its last check is too old. A server's network never changes. */
function problemOf(row: LedgerServerRow | undefined, { settings, now }: VerdictContext) {
  if (row === undefined) return 'unknown' as const
  const problem = serverProblem(row, networkIds[settings.network])
  return problem !== 'wrong_network' && ageSeconds(row.checkedAt, now()) > maxVerdictSeconds
    ? ('unknown' as const)
    : problem
}

/** Takes servers with a problem out of rotation, for this isolate. */
function rotate(context: ServersContext, rows: LedgerServerRow[]) {
  context.ledger.rotate(
    new Map(
      rows.flatMap((row) => {
        const problem = problemOf(row, context)
        return problem === null || problem === 'unknown' ? [] : [[row.id, problem]]
      }),
    ),
  )
}

async function checkServers(context: ServersContext, rows: LedgerServerRow[]): Promise<LedgerServerRow[]> {
  const { db, ledger, now } = context
  const byId = new Map(rows.map((row) => [row.id, row]))
  const checks = await Promise.all(
    ledger.servers.map(async ({ id, host }) => {
      const row = byId.get(id)
      const isDue =
        row === undefined || row.amendments === null || isAmendmentsDue(row, now()) || row.failures > 0
      return { id, host, answer: await ledger.askServer(id, isDue) }
    }),
  )
  const servers = await saveLedgerServers(db.http, checks, now())
  if (servers.length < checks.length) return readRows(context)
  cache.set(ledger, { readAt: Date.now(), rows: servers })
  return servers
}

/**
 * True about every five minutes. Derived from the time of the last check, because checks are 15 s apart and no column
 * stores it.
 */
const isAmendmentsDue = ({ checkedAt }: LedgerServerRow, now: Date) =>
  Math.floor(checkedAt.getTime() / 1000 / amendmentsEverySeconds) !==
  Math.floor(now.getTime() / 1000 / amendmentsEverySeconds)

const isOlder = (rows: LedgerServerRow[], { ledger, now }: ServersContext, seconds: number) =>
  rows.length < ledger.servers.length || rows.some((row) => ageSeconds(row.checkedAt, now()) > seconds)

/** Checks the servers every 15 seconds, and takes those with a problem out of rotation. Part of the cron. */
export async function watchServers(context: ServersContext): Promise<void> {
  const rows = await readRows(context)
  const current = isOlder(rows, context, checkEverySeconds) ? await checkServers(context, rows) : rows
  rotate(context, current)
}

/** Returns every configured server with its verdict, for the marketplace owner. */
export function serversReport(rows: LedgerServerRow[], context: VerdictContext): LedgerServer[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return context.ledger.servers.map(({ id, host }) => {
    const row = byId.get(id)
    return {
      id,
      host,
      problem: problemOf(row, context),
      version: row?.version ?? null,
      ledgerIndex: row?.ledgerIndex ?? null,
      answeredAt: row?.answeredAt?.toISOString() ?? null,
    }
  })
}

/** Returns the current state of the servers in numbers. */
export function serversHealth(rows: LedgerServerRow[], context: VerdictContext): LedgerServersHealth {
  const problems = serversReport(rows, context).map(({ problem }) => problem)
  const ids = new Set(context.ledger.servers.map(({ id }) => id))
  const healthy = rows.filter((row) => ids.has(row.id) && problemOf(row, context) === null)
  const amendments = healthy.flatMap((row) => (row.amendments === null ? [] : [row.amendments]))
  return {
    readOnly: problems.length > 0 && problems.every((problem) => problem !== null && problem !== 'unknown'),
    servers: problems.length,
    healthy: healthy.length,
    problems: problems.filter((problem) => problem !== null),
    upgradeDue: healthy.some((row) => row.upgradeDue),
    batch: amendments.length > 0 && amendments.every(hasBatch),
  }
}

/** Reads the rows of the servers from the database, for health and operations. */
export const queryServers = ({ db, ledger }: Pick<ServersContext, 'db' | 'ledger'>) =>
  queryLedgerServers(
    db.http,
    ledger.servers.map(({ id }) => id),
  )

/** True if pages show that the site is read-only. Never throws and never queries a server. */
export async function isShownReadOnly(context: ServersContext): Promise<boolean> {
  try {
    const rows = await recentRows(context)
    rotate(context, rows)
    return serversHealth(rows, context).readOnly
  } catch {
    // The page itself reports a database failure.
    return false
  }
}

/** Returns the servers' state for a decision about money. Queries the servers if the last check is too old. */
async function currentHealth(context: ServersContext): Promise<LedgerServersHealth> {
  const recent = await recentRows(context)
  const rows = isOlder(recent, context, maxVerdictSeconds) ? await checkServers(context, recent) : recent
  rotate(context, rows)
  return serversHealth(rows, context)
}

/**
 * Checks that a ledger server can be used. Must be called before anything is signed or sent. Throws
 * Refusal('read_only') if there is none.
 */
export async function requireLedger(context: ServersContext): Promise<void> {
  if ((await currentHealth(context)).readOnly) throw new Refusal('read_only', readOnlySentence)
}

/** True if no new transactions may be created now. Transactions in the journal continue. */
export async function isReadOnly(context: ServersContext): Promise<boolean> {
  return (await currentHealth(context)).readOnly
}

/** True if Batch transactions (XLS-56, BatchV1_1 with fixBatchV1_2) are in force on the network. */
export async function isBatchInForce(context: ServersContext): Promise<boolean> {
  return (await currentHealth(context)).batch
}
