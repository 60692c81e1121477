import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor, Reader } from '#db/executor.ts'
import type { accountSettings, trustLines } from '#db/schema/lines.ts'
import { parseRows } from '#db/sql/rows.ts'

const LineKey = v.object({ account: v.string(), issuer: v.string(), currency: v.string() })
export type LineKey = v.InferOutput<typeof LineKey>

type LineRow = Required<Omit<typeof trustLines.$inferInsert, 'known'>>
type SettingsRow = Required<Omit<typeof accountSettings.$inferInsert, 'known'>>

/**
 * Starts tracking trust lines, their issuers, and the settings of sellers. Entries that are already tracked are left
 * unchanged.
 */
export async function followLines(tx: Executor, keys: LineKey[], sellers: string[]) {
  if (keys.length + sellers.length === 0) return
  const toParameter = (name: keyof LineKey) => sql.param(keys.map((key) => key[name]))
  await tx.execute(sql`
    with lines as (
      insert into trust_lines (account, issuer, currency)
      select * from unnest(${toParameter('account')}::text[], ${toParameter('issuer')}::text[], ${toParameter('currency')}::text[])
      on conflict do nothing
    )
    insert into account_settings (account)
    select unnest(${toParameter('issuer')}::text[]) union select unnest(${sql.param(sellers)}::text[]) on conflict do nothing`)
}

/**
 * Stores the states of tracked trust lines. Returns the lines for which the given state was newer than the stored one.
 */
export async function writeLines(tx: Executor, rows: LineRow[]): Promise<LineKey[]> {
  if (rows.length === 0) return []
  const toParameter = <K extends keyof LineRow>(name: K) => sql.param(rows.map((row) => row[name]))
  const result = await tx.execute(sql`
    update trust_lines t set known = true, present = s.present, balance = s.balance, frozen = s.frozen,
      deep_frozen = s.deep_frozen, authorised = s.authorised, state_ledger = s.ledger, state_position = s.position
    from unnest(${toParameter('account')}::text[], ${toParameter('issuer')}::text[], ${toParameter('currency')}::text[],
      ${toParameter('present')}::boolean[], ${toParameter('balance')}::numeric[], ${toParameter('frozen')}::boolean[],
      ${toParameter('deepFrozen')}::boolean[], ${toParameter('authorised')}::boolean[],
      ${toParameter('stateLedger')}::bigint[], ${toParameter('statePosition')}::int[])
      as s(account, issuer, currency, present, balance, frozen, deep_frozen, authorised, ledger, position)
    where t.account = s.account and t.issuer = s.issuer and t.currency = s.currency
      and (s.ledger, s.position) > (t.state_ledger, t.state_position)
    returning t.account, t.issuer, t.currency`)
  return parseRows(LineKey, result)
}

/**
 * Stores the settings of tracked accounts. Returns the accounts for which the given state was newer than the stored
 * one.
 */
export async function writeSettings(tx: Executor, rows: SettingsRow[]): Promise<string[]> {
  if (rows.length === 0) return []
  const toParameter = <K extends keyof SettingsRow>(name: K) => sql.param(rows.map((row) => row[name]))
  const result = await tx.execute(sql`
    update account_settings t set known = true, refuses_offers = s.refuses_offers, global_freeze = s.global_freeze, require_auth = s.require_auth,
      transfer_rate = s.transfer_rate, state_ledger = s.ledger, state_position = s.position
    from unnest(${toParameter('account')}::text[], ${toParameter('globalFreeze')}::boolean[], ${toParameter('requireAuth')}::boolean[],
      ${toParameter('transferRate')}::bigint[], ${toParameter('refusesOffers')}::boolean[], ${toParameter('stateLedger')}::bigint[],
      ${toParameter('statePosition')}::int[])
      as s(account, global_freeze, require_auth, transfer_rate, refuses_offers, ledger, position)
    where t.account = s.account and (s.ledger, s.position) > (t.state_ledger, t.state_position)
    returning t.account`)
  return parseRows(v.object({ account: v.string() }), result).map((row) => row.account)
}

/** Lists trust lines on which an offer depends and that have not been read from the ledger yet. */
export async function listUnknownLines(db: Reader, limit: number): Promise<LineKey[]> {
  const result = await db.execute(
    sql`select account, issuer, currency from trust_lines where not known order by account limit ${limit}`,
  )
  return parseRows(LineKey, result)
}

export async function listUnknownSettings(db: Reader, limit: number): Promise<string[]> {
  const result = await db.execute(
    sql`select account from account_settings where not known order by account limit ${limit}`,
  )
  return parseRows(v.object({ account: v.string() }), result).map((row) => row.account)
}

/** Lists tokens with open offers that depend on these trust lines or on the settings of these accounts. */
export async function listTokensOnLines(
  tx: Executor,
  lines: LineKey[],
  accounts: string[],
  marketplace: string,
): Promise<string[]> {
  if (lines.length === 0 && accounts.length === 0) return []
  const result = await tx.execute(sql`
    select distinct o.nft_id from offers o
    left join nfts n on n.id = o.nft_id
    where o.state = 'open' and o.amount_drops is null and (
      o.amount->>'issuer' = any(${sql.param(accounts)}::text[])
      or exists (select 1 from unnest(${sql.param(lines.map((line) => line.account))}::text[],
          ${sql.param(lines.map((line) => line.issuer))}::text[], ${sql.param(lines.map((line) => line.currency))}::text[])
          as l(account, issuer, currency)
        where o.amount->>'issuer' = l.issuer and o.amount->>'currency' = l.currency
          and l.account in (o.owner, n.issuer)))
      and o.amount->>'issuer' = any(${sql.param([...new Set([...accounts, ...lines.map((line) => line.issuer)])])}::text[])
    union select nft_id from offers
    where owner = any(${sql.param(accounts)}::text[]) and state = 'open' and is_sell and destination = ${marketplace}`)
  return parseRows(v.object({ nft_id: v.string() }), result).map((row) => row.nft_id)
}
