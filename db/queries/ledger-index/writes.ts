import { and, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor, Reader } from '#db/executor.ts'
import { ledgerCursor } from '#db/schema/flows.ts'
import { batchPayments, history } from '#db/schema/history.ts'
import { offers } from '#db/schema/offers.ts'
import { nfts } from '#db/schema/tokens.ts'
import { insertRows, type Recordset, toRecordset } from '#db/sql/insert-rows.ts'
import { parseRows } from '#db/sql/rows.ts'

type NftRow = typeof nfts.$inferInsert
type OfferRow = typeof offers.$inferInsert
type HistoryRow = typeof history.$inferInsert

type TokenRow = Omit<NftRow, 'metadataState' | 'metadataDueAt'>

export const tokenRows = (rows: TokenRow[]) => toRecordset(nfts, rows)
export const offerRows = (rows: OfferRow[]) => toRecordset(offers, rows)
export const historyRows = (rows: HistoryRow[]) => toRecordset(history, rows)

/** True if a change removes the URI of a token in `nfts`. */
const isUriRemoved = (change: 'excluded' | 'r') =>
  sql.raw(`(nfts.uri is not null and ${change}.uri is null and not ${change}.burned)`)

/**
 * Stores tokens in their ledger state. An older state never overwrites a newer one. Metadata of new tokens is due
 * `now`, and a token whose URI was removed loses its name, picture and traits. Returns tokens that are new to the index
 * but were minted earlier.
 */
export async function writeNfts(tx: Executor, rows: Recordset | null, now: Date): Promise<string[]> {
  if (rows === null) return []
  const { names, from } = rows
  const result = await tx.execute(sql`
    with changes as (select ${names} from ${from}), written as (
      insert into nfts (${names}, metadata_state, metadata_due_at)
      select ${names}, case when has_metadata then 'pending' else 'none' end, case when has_metadata then ${now.toISOString()}::timestamptz end
      from changes r cross join lateral (select r.uri is not null and not r.burned as has_metadata) known
      on conflict (id) do update set
        owner = excluded.owner, uri = excluded.uri, burned = excluded.burned,
        state_ledger = excluded.state_ledger, state_position = excluded.state_position,
        minted_at = coalesce(nfts.minted_at, excluded.minted_at),
        metadata_state = case when nfts.uri is distinct from excluded.uri then excluded.metadata_state else nfts.metadata_state end,
        metadata_due_at = case when nfts.uri is distinct from excluded.uri then excluded.metadata_due_at
          else coalesce(nfts.metadata_due_at, excluded.metadata_due_at) end,
        metadata_tries = case when nfts.uri is distinct from excluded.uri then 0 else nfts.metadata_tries end,
        metadata_reader = case when nfts.uri is distinct from excluded.uri then 0 else nfts.metadata_reader end,
        metadata = case when ${isUriRemoved('excluded')} then null else nfts.metadata end,
        name = case when ${isUriRemoved('excluded')} then null else nfts.name end,
        rarity_score = case when ${isUriRemoved('excluded')} then null else nfts.rarity_score end,
        rarity_rank = case when ${isUriRemoved('excluded')} then null else nfts.rarity_rank end
      where (excluded.state_ledger, excluded.state_position) > (nfts.state_ledger, nfts.state_position)
      returning id, minted_at, xmax = 0 as is_new
    ), without_traits as (
      delete from nft_traits t using changes r join nfts on nfts.id = r.id
      where t.nft_id = r.id and ${isUriRemoved('r')}
        and (r.state_ledger, r.state_position) > (nfts.state_ledger, nfts.state_position)
    )
    select id from written where is_new and minted_at is null`)
  return parseRows(v.object({ id: v.string() }), result).map(({ id }) => id)
}

/**
 * Stores created and ended offers. Offer indexes are never reused, so an ended offer stays ended whatever is applied
 * later.
 */
export function writeOffers(tx: Executor, rows: Recordset | null) {
  return insertRows(
    tx,
    offers,
    rows,
    sql`on conflict (id) do update set
      state = case when offers.state = 'open' then excluded.state else offers.state end,
      ended_ledger = coalesce(offers.ended_ledger, excluded.ended_ledger),
      created_ledger = least(offers.created_ledger, excluded.created_ledger)
    where (offers.state = 'open' and excluded.state <> 'open') or excluded.created_ledger < offers.created_ledger`,
  )
}

/** Stores events, each once, identified by its position. */
export function writeHistory(tx: Executor, rows: Recordset | null) {
  return insertRows(tx, history, rows, sql`on conflict do nothing`)
}

/**
 * Like `writeHistory`, for events that may already be stored with another position, because a damaged reply lacks
 * positions. Returns the number of new rows. Requires the index lock.
 */
export async function addHistory(tx: Executor, rows: Recordset | null): Promise<number> {
  if (rows === null) return 0
  const { names, from } = rows
  const result = await tx.execute(sql`
    with written as (
      insert into history (${names}) select ${names} from ${from}
      where not exists (select 1 from history h where h.nft_id = r.nft_id and h.ledger_index = r.ledger_index
        and h.type = r.type and h.offer_id = r.offer_id and h.txid = r.txid)
      on conflict do nothing returning 1
    )
    select count(*)::int as count from written`)
  return parseRows(v.object({ count: v.number() }), result)[0]?.count ?? 0
}

export function writeBatchPayments(tx: Executor, rows: (typeof batchPayments.$inferInsert)[]) {
  return insertRows(tx, batchPayments, toRecordset(batchPayments, rows), sql`on conflict do nothing`)
}

/** Locks the index until the transaction ends, so that only one process applies transactions at a time. */
export async function lockIndex(tx: Executor) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('opx/index'))`)
}

/**
 * A token that changed owners, with its state at the end of that ledger; null if the index does not apply the state.
 */
interface MovedToken {
  nftId: string
  state: Pick<NftRow, 'owner' | 'burned' | 'stateLedger' | 'statePosition'> | null
}

/** Events that end auctions: removed sell offers and moved tokens. */
export interface EndedAuctions {
  acceptedOffers: string[]
  cancelledOffers: string[]
  movedTokens: MovedToken[]
}

/**
 * Ends auctions whose token was sold, transferred or burned, or whose sell offer has ended. Call it before the tokens
 * are written.
 */
export async function endAuctions(
  tx: Executor,
  { acceptedOffers, cancelledOffers, movedTokens }: EndedAuctions,
) {
  if (acceptedOffers.length + cancelledOffers.length + movedTokens.length === 0) return
  const records = movedTokens.map(({ nftId, state }) => ({
    nft_id: nftId,
    owner: state?.owner ?? null,
    burned: state?.burned ?? null,
    state_ledger: state?.stateLedger ?? null,
    state_position: state?.statePosition ?? null,
  }))
  // Ignores a state that is older than the stored one, so that applying an old move again does not end a newer auction.
  await tx.execute(sql`
    update auctions a set state = case when a.offer_id = any(${sql.param(acceptedOffers)}::text[]) then 'settled' else 'cancelled' end
    where a.state = 'running' and (
      a.offer_id = any(${sql.param([...acceptedOffers, ...cancelledOffers])}::text[])
      or exists (
        select 1 from json_to_recordset(${JSON.stringify(records)}::json)
          as m(nft_id text, owner text, burned boolean, state_ledger bigint, state_position int)
        left join nfts n on n.id = m.nft_id
        where m.nft_id = a.nft_id and case
          when n.id is null or (m.state_ledger, m.state_position) > (n.state_ledger, n.state_position)
            then m.burned or m.owner <> a.seller
          else n.burned or n.owner <> a.seller
        end))`)
}

const cursorName = 'follower'

export interface Cursor {
  ledgerIndex: number
  ledgerHash: string
  closedAt: Date
}

export function queryCursor(db: Reader) {
  return db.select().from(ledgerCursor).where(eq(ledgerCursor.name, cursorName))
}

export async function findCursor(db: Executor): Promise<Cursor | null> {
  const [row] = await db.select().from(ledgerCursor).where(eq(ledgerCursor.name, cursorName))
  return row ?? null
}

/**
 * Sets the first cursor; an existing one is left unchanged. Sets none while a bootstrap (ops/bootstrap) fills the
 * index.
 */
export async function startCursor(db: Executor, { ledgerIndex, ledgerHash, closedAt }: Cursor) {
  await db.execute(sql`
    insert into ledger_cursor (name, ledger_index, ledger_hash, closed_at)
    select ${cursorName}, ${ledgerIndex}, ${ledgerHash}, ${closedAt.toISOString()}::timestamptz
    where to_regclass('bootstrap.run') is null
    on conflict do nothing`)
}

/**
 * Advances the cursor over a number of ledgers, the first of which closed at `from`. Returns false if another follower
 * has already advanced it.
 */
export async function moveCursor(
  tx: Executor,
  to: Cursor,
  { ledgers, from }: { ledgers: number; from: Date },
): Promise<boolean> {
  const updatedRows = await tx
    .update(ledgerCursor)
    .set({
      ...to,
      beganAt: sql`coalesce(${ledgerCursor.beganAt}, ${from.toISOString()}::timestamptz)`,
    })
    .where(and(eq(ledgerCursor.name, cursorName), eq(ledgerCursor.ledgerIndex, to.ledgerIndex - ledgers)))
    .returning({ name: ledgerCursor.name })
  return updatedRows.length === 1
}
