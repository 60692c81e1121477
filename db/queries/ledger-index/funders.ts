import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { accountFunders } from '#db/schema/figures.ts'
import { type EventKey, KeyRow, keyOf } from './marked-sales.ts'
import { parseRows } from '#db/sql/rows.ts'

/** Adds trading accounts, so that the funder of each is looked up once. */
export async function addTraders(tx: Executor, accounts: (string | null)[]) {
  const list = [...new Set(accounts.filter((account) => account !== null))]
  if (list.length === 0) return
  await tx.execute(
    sql`insert into account_funders (account) select unnest(${sql.param(list)}::text[]) on conflict do nothing`,
  )
}

export function listWaitingTraders(db: Reader, limit: number) {
  return db
    .select({ account: accountFunders.account, tries: accountFunders.tries })
    .from(accountFunders)
    .where(and(eq(accountFunders.state, 'waiting'), lte(accountFunders.dueAt, sql`now()`)))
    .orderBy(asc(accountFunders.dueAt))
    .limit(limit)
}

/** Stores an account's funder; null if it cannot be determined. */
export async function storeFunder(
  tx: Executor,
  account: string,
  answer: { funder: string | null } | null,
): Promise<void> {
  await tx
    .update(accountFunders)
    .set(answer === null ? { state: 'unknown' } : { state: 'known', funder: answer.funder })
    .where(and(eq(accountFunders.account, account), eq(accountFunders.state, 'waiting')))
}

export async function deferTrader(db: Executor, account: string, tries: number, dueAt: Date): Promise<void> {
  await db
    .update(accountFunders)
    .set({ tries, dueAt })
    .where(and(eq(accountFunders.account, account), eq(accountFunders.state, 'waiting')))
}

/** Counts the trading accounts that were funded by this account. */
export async function countFunded(tx: Executor, funder: string): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(accountFunders)
    .where(eq(accountFunders.funder, funder))
  return row?.count ?? 0
}

/** Lists sales between a funder and the accounts that it has funded, or among these accounts. */
export async function listSalesOfFunder(tx: Executor, funder: string, limit: number): Promise<EventKey[]> {
  const result = await tx.execute(sql`
    with family as (select ${funder}::text as account union select account from account_funders where funder = ${funder})
    select h.nft_id, h.ledger_index, h.position from family s cross join family b
    join history h on h.seller = s.account and h.buyer = b.account and h.type = 'sale' and h.amount_drops is not null
    order by h.closed_at desc limit ${limit}`)
  return parseRows(KeyRow, result).map(keyOf)
}

/** Lists the newest sales of an account. */
export async function listSalesOfTrader(tx: Executor, account: string, limit: number): Promise<EventKey[]> {
  const result = await tx.execute(sql`
    select nft_id, ledger_index, position from (
      (select nft_id, ledger_index, position from history where seller = ${account} and type = 'sale' and amount_drops is not null
        order by ledger_index desc limit ${limit})
      union
      (select nft_id, ledger_index, position from history where buyer = ${account} and type = 'sale' and amount_drops is not null
        order by ledger_index desc limit ${limit})
    ) h order by ledger_index desc limit ${limit}`)
  return parseRows(KeyRow, result).map(keyOf)
}
