import { desc, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor, Reader } from '#db/executor.ts'
import type { SyncPosition } from '#db/schema/jobs.ts'
import { indexNotes } from '#db/schema/unread.ts'
import { parseRows } from '#db/sql/rows.ts'

export interface NoteCount {
  kind: string
  detail: string
  times: number
  ledgerIndex: number
}

/** Maximum number of rows in `index_notes`. Further names are counted together under an empty name. */
const maxNotes = 200

/** Counts unreadable data in ledgers. Returns what occurred for the first time, and where. */
export async function countNotes(
  tx: Executor,
  notes: NoteCount[],
): Promise<Pick<NoteCount, 'kind' | 'detail' | 'ledgerIndex'>[]> {
  if (notes.length === 0) return []
  const column = (name: keyof NoteCount) => sql.param(notes.map((note) => note[name]))
  const result = await tx.execute(sql`
    insert into index_notes (kind, detail, times, first_ledger, latest_ledger)
    select n.kind, case when known.kind is null and (select count(*) from index_notes) >= ${maxNotes} then '' else n.detail end,
      sum(n.times), min(n.ledger), max(n.ledger)
    from unnest(${column('kind')}::text[], ${column('detail')}::text[], ${column('times')}::bigint[],
      ${column('ledgerIndex')}::bigint[]) as n(kind, detail, times, ledger)
    left join index_notes known on known.kind = n.kind and known.detail = n.detail
    group by 1, 2
    on conflict (kind, detail) do update set times = index_notes.times + excluded.times,
      latest_ledger = excluded.latest_ledger, latest_at = now()
    returning kind, detail, first_ledger, xmax = 0 as is_new`)
  return parseRows(
    v.object({ kind: v.string(), detail: v.string(), first_ledger: v.string(), is_new: v.boolean() }),
    result,
  )
    .filter((row) => row.is_new)
    .map(({ kind, detail, first_ledger: ledgerIndex }) => ({
      kind,
      detail,
      ledgerIndex: Number(ledgerIndex),
    }))
}

export function queryNotes(db: Reader, limit: number) {
  return db
    .select()
    .from(indexNotes)
    .orderBy(desc(indexNotes.latestAt), indexNotes.kind, indexNotes.detail)
    .limit(limit)
}

/** Counts the kinds of unreadable data and their occurrences. */
export function sumNotes(db: Reader) {
  return db
    .select({
      kinds: sql<number>`count(*)`.mapWith(Number),
      times: sql<number>`coalesce(sum(${indexNotes.times}), 0)`.mapWith(Number),
      latestLedger: sql<number | null>`max(${indexNotes.latestLedger})`.mapWith(Number),
    })
    .from(indexNotes)
}

const start: SyncPosition = { phase: 'tokens', after: null, astray: [] }

/**
 * Queues syncs for the rows (kind, subject) of `query`. An open sync restarts, because it may have read an earlier
 * ledger. A sync searches for a token in the accounts of the index and in `requestedBy`, so a known holder is never
 * overwritten.
 */
const queueReads = (query: ReturnType<typeof sql>, requestedBy: string, isHolder = false) => sql`
  insert into syncs (id, kind, subject, position, requested_by)
  select gen_random_uuid(), f.kind, f.subject, ${JSON.stringify(start)}::jsonb, ${requestedBy} from (${query}) as f(kind, subject)
  on conflict (kind, subject) where state in ('waiting', 'running') do update set
    position = excluded.position, requested_by = ${isHolder ? sql`excluded.requested_by` : sql`syncs.requested_by`}, state = 'waiting', holder = null, held_until = null,
    due_at = now(), tries = 0, done = 0, lost = 0`

/**
 * Queues the tokens that must be read from the ledger again: those that an account now holds, and those that it no
 * longer holds.
 */
export async function rereadTokens(
  tx: Executor,
  account: string,
  { gainedTokens: gain, lostTokens }: { gainedTokens: string[]; lostTokens: string[] },
): Promise<void> {
  const selectTokens = (nftIds: string[]) => sql`select distinct 'nft', unnest(${sql.param(nftIds)}::text[])`
  if (gain.length > 0) await tx.execute(queueReads(selectTokens(gain), account, true))
  if (lostTokens.length > 0) await tx.execute(queueReads(selectTokens(lostTokens), account))
}

export interface Reread {
  /** Ids in unreadable data: of tokens, offers or anything else. */
  ids: string[]
  /** Possible tokens that are not in the index yet. */
  newTokens: string[]
  /** Accounts that may own one of these tokens. */
  accounts: string[]
  /** Accounts whose balance, trust lines and issuer settings are uncertain. */
  balances: string[]
}

/** Queues everything that the ids and accounts may concern, so that it is read from the ledger again. */
export async function rereadDoubtful(tx: Executor, doubt: Reread, marketplace: string): Promise<void> {
  const { ids, newTokens, accounts, balances } = doubt
  if (ids.length > 0) {
    const tokens = sql`
      select 'nft', id from nfts where id = any(${sql.param(ids)}::text[])
      union select 'nft', nft_id from offers where id = any(${sql.param(ids)}::text[]) and state = 'open'
      union select 'nft', unnest(${sql.param(newTokens)}::text[])`
    await tx.execute(queueReads(tokens, marketplace))
  }
  if (accounts.length + balances.length > 0) {
    const holders = sql`
      select 'account', unnest(${sql.param(accounts)}::text[])
      union select 'account', account from account_funds where account = any(${sql.param(balances)}::text[])`
    await tx.execute(queueReads(holders, marketplace))
  }
  if (balances.length > 0) {
    // The position is reset, because the next state may be from the same ledger.
    const among = sql`any(${sql.param(balances)}::text[])`
    await tx.execute(
      sql`update trust_lines set known = false, state_position = -1 where account = ${among} or issuer = ${among}`,
    )
    await tx.execute(
      sql`update account_settings set known = false, state_position = -1 where account = ${among}`,
    )
  }
}

/** Queues all collections, and all tokens outside of collections, so that they are read from the ledger again. */
export async function rereadEverything(tx: Executor, marketplace: string): Promise<void> {
  const candidates = sql`
    select 'collection', id from collections
    union all select 'nft', n.id from nfts n where not n.burned
      and not exists (select 1 from collections c where c.issuer = n.issuer and c.taxon = n.taxon)`
  await tx.execute(queueReads(candidates, marketplace))
  await tx.execute(sql`update trust_lines set known = false, state_position = -1`)
  await tx.execute(sql`update account_settings set known = false, state_position = -1`)
}

/** Lists the unburned tokens that the index assigns to an account as of a ledger. */
export async function listTokensOf(db: Reader, account: string, ledgerIndex: number): Promise<string[]> {
  const result = await db.execute(
    sql`select id from nfts where owner = ${account} and not burned and state_ledger <= ${ledgerIndex}`,
  )
  return parseRows(v.object({ id: v.string() }), result).map((row) => row.id)
}
