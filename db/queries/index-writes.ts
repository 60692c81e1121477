import { and, eq, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { ledgerCursor } from '#db/schema/flows.ts'
import { batchPayments, history } from '#db/schema/history.ts'
import { offers } from '#db/schema/offers.ts'
import { nfts } from '#db/schema/tokens.ts'
import { insertRows } from './insert-rows.ts'

type NftRow = typeof nfts.$inferInsert
type OfferRow = typeof offers.$inferInsert
type HistoryRow = typeof history.$inferInsert

/** Stores tokens as the ledger shows them; an older state never overwrites a newer one. */
export function writeNfts(tx: Executor, rows: NftRow[]) {
  return insertRows(
    tx,
    nfts,
    rows,
    sql`on conflict (id) do update set
      owner = excluded.owner, uri = excluded.uri, burned = excluded.burned,
      state_ledger = excluded.state_ledger, state_position = excluded.state_position,
      minted_at = coalesce(nfts.minted_at, excluded.minted_at),
      metadata_state = case when nfts.uri is distinct from excluded.uri then excluded.metadata_state else nfts.metadata_state end,
      metadata_due_at = case when nfts.uri is distinct from excluded.uri then excluded.metadata_due_at
        else coalesce(nfts.metadata_due_at, excluded.metadata_due_at) end,
      metadata_tries = case when nfts.uri is distinct from excluded.uri then 0 else nfts.metadata_tries end
    where (excluded.state_ledger, excluded.state_position) > (nfts.state_ledger, nfts.state_position)`,
  )
}

/** Stores created and ended offers. An offer index is never reused, so an ended offer stays ended whatever is applied later. */
export function writeOffers(tx: Executor, rows: OfferRow[]) {
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

export function writeHistory(tx: Executor, rows: HistoryRow[]) {
  return insertRows(tx, history, rows, sql`on conflict do nothing`)
}

export function writeBatchPayments(tx: Executor, rows: (typeof batchPayments.$inferInsert)[]) {
  return insertRows(tx, batchPayments, rows, sql`on conflict do nothing`)
}

/** Held until the transaction ends: only one process applies transactions to the index at a time. */
export async function lockIndex(tx: Executor) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('opx/index'))`)
}

/** A sale, transfer or burn of the token, or the end of its sell offer, ends an auction. */
export async function endAuctions(
  tx: Executor,
  ended: { accepted: string[]; cancelled: string[]; movedNfts: string[] },
) {
  const { accepted, cancelled, movedNfts } = ended
  if (accepted.length + cancelled.length + movedNfts.length === 0) return
  // A move counts only when it is the token's current state: applying an old one again must not end a newer auction.
  await tx.execute(sql`
    update auctions a set state = case when a.offer_id = any(${sql.param(accepted)}::text[]) then 'settled' else 'cancelled' end
    where a.state = 'running' and (
      a.offer_id = any(${sql.param([...accepted, ...cancelled])}::text[])
      or a.nft_id = any(${sql.param(movedNfts)}::text[]) and exists (
        select 1 from nfts n where n.id = a.nft_id and (n.burned or n.owner <> a.seller)))`)
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

/** Sets the first cursor; an existing one is left unchanged. None is set while a bootstrap (dev/bootstrap) fills the index. */
export async function startCursor(db: Executor, { ledgerIndex, ledgerHash, closedAt }: Cursor) {
  await db.execute(sql`
    insert into ledger_cursor (name, ledger_index, ledger_hash, closed_at)
    select ${cursorName}, ${ledgerIndex}, ${ledgerHash}, ${closedAt.toISOString()}::timestamptz
    where to_regclass('bootstrap.run') is null
    on conflict do nothing`)
}

/** Advances the cursor by exactly one ledger. False when another follower was faster. */
export async function moveCursor(tx: Executor, to: Cursor): Promise<boolean> {
  const moved = await tx
    .update(ledgerCursor)
    .set({
      ...to,
      beganAt: sql`coalesce(${ledgerCursor.beganAt}, ${to.closedAt.toISOString()}::timestamptz)`,
    })
    .where(and(eq(ledgerCursor.name, cursorName), eq(ledgerCursor.ledgerIndex, to.ledgerIndex - 1)))
    .returning({ name: ledgerCursor.name })
  return moved.length === 1
}
