import { queryCursor } from '#db/queries/index-writes.ts'
import { queryTreasuryState } from '#db/queries/treasury-state.ts'
import { sumNotes } from '#db/queries/unread.ts'
import type { TreasuryHealth } from '#worker/contract/marketplace.ts'
import { objectsPerWork, ticketFloor } from '#worker/contract/treasury-limits.ts'
import type { Context } from '#worker/domain/context.ts'

/** The index counts as behind after this long. */
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

export async function getHealth({ db, treasury, now }: Context) {
  const [[cursor], [state], [notes]] = await db.read.batch([
    queryCursor(db.read),
    queryTreasuryState(db.read, treasury.account),
    sumNotes(db.read),
  ])
  const lagSeconds =
    cursor === undefined
      ? Number.MAX_SAFE_INTEGER
      : Math.max(0, Math.round((now().getTime() - cursor.closedAt.getTime()) / 1000))
  return {
    status: lagSeconds > behindAfterSeconds ? ('behind' as const) : ('ok' as const),
    ledgerIndex: cursor?.ledgerIndex ?? 0,
    lagSeconds,
    treasury: treasuryHealth(state),
    notUnderstood: notes ?? { kinds: 0, times: 0, latestLedger: null },
  }
}
