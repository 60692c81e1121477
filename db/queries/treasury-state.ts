import { type SQL, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { ledgerTickets, treasuryState } from '#db/schema/flows.ts'
import { payouts } from '#db/schema/on-demand.ts'
import { objectsPerWork } from '#worker/contract/treasury-limits.ts'
import { rowsOf } from './rows.ts'

export type TreasuryStateRow = typeof treasuryState.$inferSelect

/** Works that are not in the account's state of ledger `ledgerIndex` yet: not on the ledger, or only since then. */
const worksUnderWay = (ledgerIndex: SQL) => sql`(
  select count(*) from reservations w left join offers o on o.id = w.offer_id
  where w.item_id is not null and w.state in ('reserved', 'offered', 'cancelling')
    and (w.state = 'reserved' or o.created_ledger is null or o.created_ledger > ${ledgerIndex}))`

/**
 * Whether the marketplace account can hold one more work for `buyer`. Once fewer works could be added than are open, an account
 * that has one open gets no other, so that a few accounts cannot take all the room. `objects` is what the work takes.
 */
export const hasRoomForWork = (buyer: string, marketplace: string, objects: SQL) => sql`exists (
  select 1 from treasury_state held_by
  cross join lateral (select held_by.room_objects - ${objectsPerWork}::int * ${worksUnderWay(sql`held_by.ledger_index`)} as objects) room
  where held_by.account = ${marketplace} and room.objects >= ${objects}
    and (room.objects >= ${objectsPerWork}::int * (select count(*) from reservations a
        where a.item_id is not null and a.state in ('reserved', 'offered', 'cancelling'))
      or not exists (select 1 from reservations own where own.buyer = ${buyer} and own.item_id is not null
        and own.state in ('reserved', 'offered', 'cancelling'))))`

/** Keeps the newest state; one of an older ledger changes nothing. */
export async function saveTreasuryState(db: Executor, row: TreasuryStateRow): Promise<void> {
  const { account: _account, ...state } = row
  await db
    .insert(treasuryState)
    .values(row)
    .onConflictDoUpdate({
      target: treasuryState.account,
      set: state,
      setWhere: sql`${treasuryState.ledgerIndex} <= excluded.ledger_index`,
    })
}

/** The account's state with the tickets that are free by our own books, and the works that it does not show yet. */
export function queryTreasuryState(db: Reader, account: string) {
  return db
    .select({
      tickets: treasuryState.tickets,
      wantedTickets: treasuryState.wantedTickets,
      roomObjects: treasuryState.roomObjects,
      missingDrops: treasuryState.missingDrops,
      worksUnderWay: sql<number>`${worksUnderWay(sql`${treasuryState.ledgerIndex}`)}`.mapWith(Number),
      freeTickets:
        sql<number>`(select count(*) from ${ledgerTickets} where ${ledgerTickets.submissionId} is null)`.mapWith(
          Number,
        ),
    })
    .from(treasuryState)
    .where(sql`${treasuryState.account} = ${account}`)
}

/** What is owed to artists, and the works that a state of ledger `ledgerIndex` does not show yet. */
export async function readCommitments(
  db: Executor,
  ledgerIndex: number,
): Promise<{ owedDrops: bigint; works: number }> {
  const result = await db.execute(sql`select
    (select coalesce(sum(${payouts.amountDrops}), 0)::text from ${payouts} where ${payouts.state} = 'owed') as owed,
    ${worksUnderWay(sql`${ledgerIndex}`)}::int as works`)
  const [row] = rowsOf<{ owed: string; works: number }>(result)
  return { owedDrops: BigInt(row?.owed ?? '0'), works: row?.works ?? 0 }
}
