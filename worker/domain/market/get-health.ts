import { queryTroubles } from '#db/queries/admin/overview.ts'
import { queryCursor } from '#db/queries/ledger-index/writes.ts'
import { queryTreasuryState } from '#db/queries/journal/treasury-state.ts'
import { sumNotes } from '#db/queries/ledger-index/unread.ts'
import type { HealthReason, LedgerServersHealth, TreasuryHealth } from '#contract/schemas/marketplace.ts'
import { objectsPerWork, ticketFloor } from '#contract/limits/treasury.ts'
import type { Context } from '#worker/domain/context.ts'
import { queryServers, serversHealth } from '#worker/domain/ledger-index/servers.ts'

/** Age at which the index counts as behind. */
const behindAfterSeconds = 60

function treasuryHealth(
  state: Awaited<ReturnType<typeof queryTreasuryState>>[number] | undefined,
): TreasuryHealth | null {
  if (state === undefined) return null
  const { tickets, freeTickets, wantedTickets, roomObjects, worksInProgress, missingDrops } = state
  const roomForWorks = Math.max(0, Math.floor(roomObjects / objectsPerWork) - worksInProgress)
  return {
    low: roomForWorks === 0 || Math.max(tickets, freeTickets) < ticketFloor,
    freeTickets,
    wantedTickets,
    roomForWorks,
    missingDrops: missingDrops.toString(),
  }
}

type Troubles = Awaited<ReturnType<typeof queryTroubles>>[number]

/** Returns what needs the operator, in the order of the contract. */
function healthReasons(
  isBehind: boolean,
  { healthy, servers }: LedgerServersHealth,
  treasury: TreasuryHealth | null,
  troubles: Troubles | undefined,
): HealthReason[] {
  const holds: [HealthReason, boolean | undefined][] = [
    ['index_behind', isBehind],
    ['ledger_server_down', healthy < servers],
    ['treasury_low', treasury?.low],
    ['journal_stuck', troubles?.journalStuck],
    ['pins_failing', troubles?.pinsFailing],
    ['cron_silent', troubles?.cronSilent],
  ]
  return holds.flatMap(([reason, isTrue]) => (isTrue === true ? [reason] : []))
}

export async function getHealth(context: Context) {
  const { db, treasury, now } = context
  const [[cursor], [state], [notes], [troubles], servers] = await db.http.batch([
    queryCursor(db.http),
    queryTreasuryState(db.http, treasury.account),
    sumNotes(db.http),
    queryTroubles(db.http),
    queryServers(context),
  ])
  const lagSeconds =
    cursor === undefined
      ? Number.MAX_SAFE_INTEGER
      : Math.max(0, Math.round((now().getTime() - cursor.closedAt.getTime()) / 1000))
  const ledgerServers = serversHealth(servers, context)
  const isBehind = lagSeconds > behindAfterSeconds
  const health = treasuryHealth(state)
  const reasons = healthReasons(isBehind, ledgerServers, health, troubles)
  const followerState = isBehind ? ('behind' as const) : ('ok' as const)
  const liveCondition = reasons.length > 0 ? ('degraded' as const) : ('up' as const)
  return {
    status: ledgerServers.readOnly ? ('read_only' as const) : followerState,
    condition: ledgerServers.readOnly ? ('read_only' as const) : liveCondition,
    reasons,
    ledgerIndex: cursor?.ledgerIndex ?? 0,
    lagSeconds,
    ledgerServers,
    treasury: health,
    notUnderstood: notes ?? { kinds: 0, times: 0, latestLedger: null },
  }
}
