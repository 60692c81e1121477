import { type SQL, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { ledgerTickets, treasuryState } from '#db/schema/flows.ts'
import { payouts } from '#db/schema/on-demand.ts'
import { keptForOtherArtists, objectsPerWork } from '#worker/contract/treasury-limits.ts'
import { rowsOf } from './rows.ts'

export type TreasuryStateRow = typeof treasuryState.$inferSelect

/** Works that are not in the account's state of ledger `ledgerIndex` yet: not on the ledger, or only since then. */
const worksUnderWay = (ledgerIndex: SQL) => sql`(
  select count(*) from reservations w left join offers o on o.id = w.offer_id
  where w.item_id is not null and w.state in ('reserved', 'offered', 'cancelling')
    and (w.state = 'reserved' or o.created_ledger is null or o.created_ledger > ${ledgerIndex}))`

interface WorkToHold {
  buyer: string
  issuer: SQL
  marketplace: string
  objects: SQL
}

const openWorks = sql`select count(*) from reservations a
  where a.item_id is not null and a.state in ('reserved', 'offered', 'cancelling')`

/** How many works of an artist are open. */
const openWorksOf = (
  issuer: SQL,
) => sql`select count(*) from reservations a join demand_items w on w.id = a.item_id
  where a.state in ('reserved', 'offered', 'cancelling') and w.issuer = ${issuer}`

/**
 * Whether the marketplace account can hold one more work for a buyer; `objects` is what the work takes. Once fewer works could be
 * added than are open, a buyer who has one open gets no other; once hardly any could, an artist of whom more than a quarter
 * are gets no other. So no few accounts take all the room, and no single artist.
 */
export const hasRoomForWork = ({ buyer, issuer, marketplace, objects }: WorkToHold) => sql`exists (
  select 1 from treasury_state held_by
  cross join lateral (select held_by.room_objects - ${objectsPerWork}::int * ${worksUnderWay(sql`held_by.ledger_index`)} as objects) room
  where held_by.account = ${marketplace} and room.objects >= ${objects}
    and (room.objects >= ${objectsPerWork}::int * (${openWorks})
      or not exists (select 1 from reservations own where own.buyer = ${buyer} and own.item_id is not null
        and own.state in ('reserved', 'offered', 'cancelling')))
    and (room.objects * ${keptForOtherArtists}::int >= ${objectsPerWork}::int * (${openWorks})
      or 4 * (${openWorksOf(issuer)}) <= (${openWorks})))`

/** Keeps the newest state; one of an older ledger, or the same state again, writes nothing. */
export async function saveTreasuryState(db: Executor, row: TreasuryStateRow): Promise<void> {
  const { account: _account, ...state } = row
  await db
    .insert(treasuryState)
    .values(row)
    .onConflictDoUpdate({
      target: treasuryState.account,
      set: state,
      setWhere: sql`${treasuryState.ledgerIndex} <= excluded.ledger_index and (treasury_state.*) is distinct from (excluded.*)`,
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

/** What buyers have paid by the index, while the books do not say yet what the artist gets of it. */
const paidUnsettled = sql`(
  select coalesce(sum(r.price_drops), 0) from reservations r join offers o on o.id = r.offer_id
  where r.item_id is not null and r.state in ('offered', 'cancelling') and o.state = 'accepted')`

/** What is owed to artists, and the works that a state of ledger `ledgerIndex` does not show yet. */
export async function readCommitments(
  db: Executor,
  ledgerIndex: number,
): Promise<{ owedDrops: bigint; works: number }> {
  const result = await db.execute(sql`select
    ((select coalesce(sum(${payouts.amountDrops}), 0) from ${payouts} where ${payouts.state} = 'owed') + ${paidUnsettled})::text as owed,
    ${worksUnderWay(sql`${ledgerIndex}`)}::int as works`)
  const [row] = rowsOf<{ owed: string; works: number }>(result)
  return { owedDrops: BigInt(row?.owed ?? '0'), works: row?.works ?? 0 }
}
