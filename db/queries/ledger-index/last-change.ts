import { type SQL, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'

/** A token's changes: of its URI (NFTokenModify), and of the content at the same URI. */
const changesOf = (nftId: SQL) => sql`(
  select h.ledger_index, h.closed_at from history h where h.nft_id = ${nftId} and h.type = 'modify'
  union all select c.ledger_index, c.closed_at from content_changes c where c.nft_id = ${nftId}) change`

/** Selects the ledger of a token's latest change; null if it never changed. */
export const changedLedger = (nftId: SQL) =>
  sql<number | null>`(select max(change.ledger_index)::float8 from ${changesOf(nftId)})`

/** Selects the close time of that ledger. */
export const changedAt = (nftId: SQL) =>
  sql<Date | null>`(select max(change.closed_at) from ${changesOf(nftId)})`

/** Reads the ledger of a token's latest change. */
export const queryLastChange = (db: Reader, nftId: string) =>
  db.select({ ledgerIndex: changedLedger(sql`${nftId}`) }).from(sql`(select 1) one`)

/** Records that a token's URI now returns other content, as of the ledger that the index has reached. */
export async function recordContentChange(tx: Executor, nftId: string): Promise<void> {
  await tx.execute(sql`
    insert into content_changes (nft_id, ledger_index, closed_at)
    select ${nftId}, ledger_index, closed_at from ledger_cursor where name = 'follower'
    on conflict (nft_id) do update set ledger_index = excluded.ledger_index, closed_at = excluded.closed_at`)
}
