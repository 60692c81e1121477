import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor, Reader } from '#db/executor.ts'
import { ledgerTickets, treasuryState } from '#db/schema/flows.ts'
import { payouts } from '#db/schema/on-demand.ts'
import { keptForOtherArtists, objectsPerWork } from '#contract/limits/treasury.ts'
import { parseRows } from '#db/sql/rows.ts'

export type TreasuryStateRow = typeof treasuryState.$inferSelect

/** True for a reservation of an on-demand work, also before it is drawn. */
const isWork = (reservation: 'a' | 'w' | 'own') =>
  sql.raw(`(${reservation}.item_id is not null or ${reservation}.draw_number is not null)`)

/**
 * Selects the number of works that the account's state as of ledger `ledgerIndex` does not include yet, because they
 * reached the ledger later or not at all.
 */
const worksInProgress = (ledgerIndex: SQL) => sql`(
  select count(*) from reservations w left join offers o on o.id = w.offer_id
  where ${isWork('w')} and w.state in ('reserved', 'offered', 'cancelling')
    and (w.state = 'reserved' or o.created_ledger is null or o.created_ledger > ${ledgerIndex}))`

interface WorkToHold {
  buyer: string
  issuer: SQL
  marketplace: string
  objects: SQL
}

const openWorks = sql`select count(*) from reservations a
  where ${isWork('a')} and a.state in ('reserved', 'offered', 'cancelling')`

/** Number of open works of an artist. */
const openWorksOf = (
  issuer: SQL,
) => sql`select count(*) from reservations a join collections w on w.id = a.collection_id
  where ${isWork('a')} and a.state in ('reserved', 'offered', 'cancelling') and w.issuer = ${issuer}`

/**
 * True if the marketplace account can hold one more work for a buyer; `objects` is the number of ledger objects that it
 * needs. If there is less room than for all open works, a buyer with an open work gets no second one. If there is
 * hardly any room, an artist with more than a quarter of the open works gets no more. These rules keep a few accounts
 * from using all the room.
 */
export const hasRoomForWork = ({ buyer, issuer, marketplace, objects }: WorkToHold) => sql`exists (
  select 1 from treasury_state held_by
  cross join lateral (select held_by.room_objects - ${objectsPerWork}::int * ${worksInProgress(sql`held_by.ledger_index`)} as objects) room
  where held_by.account = ${marketplace} and room.objects >= ${objects}
    and (room.objects >= ${objectsPerWork}::int * (${openWorks})
      or not exists (select 1 from reservations own where own.buyer = ${buyer} and ${isWork('own')}
        and own.state in ('reserved', 'offered', 'cancelling')))
    and (room.objects * ${keptForOtherArtists}::int >= ${objectsPerWork}::int * (${openWorks})
      or 4 * (${openWorksOf(issuer)}) <= (${openWorks})))`

/** Stores the newest state; an older or identical one changes nothing. */
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

/**
 * Returns the account's state, the tickets that are free according to the journal, and the number of works that the
 * state does not include yet.
 */
export function queryTreasuryState(db: Reader, account: string) {
  return db
    .select({
      tickets: treasuryState.tickets,
      wantedTickets: treasuryState.wantedTickets,
      roomObjects: treasuryState.roomObjects,
      missingDrops: treasuryState.missingDrops,
      worksInProgress: sql<number>`${worksInProgress(sql`${treasuryState.ledgerIndex}`)}`.mapWith(Number),
      freeTickets:
        sql<number>`(select count(*) from ${ledgerTickets} where ${ledgerTickets.holder} is null)`.mapWith(
          Number,
        ),
    })
    .from(treasuryState)
    .where(sql`${treasuryState.account} = ${account}`)
}

/** XRP that buyers have paid according to the index, but for which the artist's share is not recorded yet. */
const paidUnsettled = sql`(
  select coalesce(sum(r.price_drops), 0) from reservations r join offers o on o.id = r.offer_id
  where r.item_id is not null and r.state in ('offered', 'cancelling') and o.state = 'accepted' and r.currency is null)`

/** Debts and objects of the marketplace, according to the index. */
export interface Commitments {
  /** Payouts owed to artists, including those of purchases that are not settled yet. */
  owedDrops: bigint
  /** Number of works that the account's state does not include yet. */
  works: number
  /** The newest indexed ledger. */
  appliedLedger: number
  /** The tickets in the database. */
  tickets: { ticket: number; free: boolean }[]
  /** The stored state, and the number of works that it does not include yet. */
  storedState: { state: Omit<TreasuryStateRow, 'account'>; works: number } | null
}

const CommitmentsRow = v.object({
  owed: v.string(),
  works: v.number(),
  applied: v.string(),
  tickets: v.array(v.object({ ticket: v.number(), free: v.boolean() })),
  stored: v.nullable(
    v.object({
      ledger_index: v.number(),
      room_objects: v.number(),
      tickets: v.number(),
      wanted_tickets: v.number(),
      missing_drops: v.string(),
      works: v.number(),
    }),
  ),
})

/** Reads the marketplace's commitments as of ledger `ledgerIndex`, in one query. */
export async function readCommitments(
  db: Executor,
  account: string,
  ledgerIndex: number,
): Promise<Commitments> {
  const result = await db.execute(sql`select
    ((select coalesce(sum(${payouts.amountDrops}), 0) from ${payouts} where ${payouts.state} = 'owed' and ${payouts.currency} is null) + ${paidUnsettled})::text as owed,
    ${worksInProgress(sql`${ledgerIndex}`)}::int as works,
    coalesce((select max(ledger_index) from ledger_cursor), 0)::text as applied,
    (select coalesce(json_agg(json_build_object('ticket', ticket, 'free', submission_id is null)), '[]') from ledger_tickets) as tickets,
    (select json_build_object('ledger_index', t.ledger_index, 'room_objects', t.room_objects, 'tickets', t.tickets,
      'wanted_tickets', t.wanted_tickets, 'missing_drops', t.missing_drops::text, 'works', ${worksInProgress(sql`t.ledger_index`)})
      from treasury_state t where t.account = ${account}) as stored`)
  const [row] = parseRows(CommitmentsRow, result)
  const storedState = row?.stored ?? null
  return {
    owedDrops: BigInt(row?.owed ?? '0'),
    works: row?.works ?? 0,
    appliedLedger: Number(row?.applied ?? 0),
    tickets: row?.tickets ?? [],
    storedState: storedState && {
      state: {
        ledgerIndex: storedState.ledger_index,
        roomObjects: storedState.room_objects,
        tickets: storedState.tickets,
        wantedTickets: storedState.wanted_tickets,
        missingDrops: BigInt(storedState.missing_drops),
      },
      works: storedState.works,
    },
  }
}
