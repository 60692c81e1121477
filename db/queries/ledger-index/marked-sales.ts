import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor } from '#db/executor.ts'
import type { SaleMark } from '#contract/schemas/sale-marks.ts'
import {
  feeFreeDays,
  type Funder,
  maxCircle,
  type Move,
  noProfitMs,
  noProfitPercent,
  type Sale,
} from '#contract/rules/marked-sales.ts'
import { arrayLiteral } from '#db/sql/insert-rows.ts'
import { parseRows } from '#db/sql/rows.ts'

/** The token of an event and the position of its transaction. A transaction moves a token at most once. */
export interface EventKey {
  nftId: string
  ledgerIndex: number
  position: number
}

/** Limits for the sales that one event can affect, or that can affect it. Usually there are only a few. */
const maxAffected = 1000
const maxPairs = 5

const isMove = sql.raw("type in ('sale', 'transfer')")

/** Selects up to `maxCircle` moves of the token of `e` before and after `e`. */
const selectNeighbours = (e: SQL) => sql`
  (select * from history where nft_id = ${e}.nft_id and ${isMove} and (ledger_index, position) < (${e}.ledger_index, ${e}.position)
    order by ledger_index desc, position desc limit ${maxCircle})
  union all
  (select * from history where nft_id = ${e}.nft_id and ${isMove} and (ledger_index, position) > (${e}.ledger_index, ${e}.position)
    order by ledger_index, position limit ${maxCircle})`

// Only one of the two time bounds below can use an index; the other is written so that it cannot. With two unknown
// bounds the planner would assume a very small range and read all sales of that time (`history_sales_closed`) for each
// event, instead of only the sales of two accounts or of a collection.

/** Selects sales of other tokens in the opposite direction at nearly the same price. They can cancel out `e`. */
const selectOppositeSales = (e: SQL, limit: number, extraCondition = sql``) => sql`
  (select * from history where type = 'sale' and amount_drops is not null and seller = ${e}.buyer and buyer = ${e}.seller
    and nft_id <> ${e}.nft_id and ${e}.amount_drops is not null
    and closed_at >= ${e}.closed_at - make_interval(secs => ${noProfitMs / 1000})
    and closed_at - make_interval(secs => ${noProfitMs / 1000}) <= ${e}.closed_at
    and amount_drops * 100 >= ${e}.amount_drops * ${(100n - noProfitPercent).toString()}::numeric
    and amount_drops * ${(100n - noProfitPercent).toString()}::numeric <= ${e}.amount_drops * 100 ${extraCondition}
    order by abs(extract(epoch from closed_at - ${e}.closed_at)), nft_id, txid limit ${limit})`

/** Further sales in the opposite direction do not change a mark that is already set. */
const unmarkedOnly = sql.raw("and not 'no_profit' = any(marks)")

const keysAsRows = (keys: EventKey[]) => {
  const of = (name: keyof EventKey) => sql`${arrayLiteral(keys.map((key) => key[name]))}`
  return sql`unnest(${of('nftId')}::text[], ${of('ledgerIndex')}::bigint[], ${of('position')}::int[]) as k(nft_id, ledger_index, position)`
}

/** Joins event `h` to key `k`. */
const isKeyed = sql.raw('h.nft_id = k.nft_id and h.ledger_index = k.ledger_index and h.position = k.position')

/** Row of an event's key. */
export const KeyRow = v.object({ nft_id: v.string(), ledger_index: v.string(), position: v.number() })

export const keyOf = (row: v.InferOutput<typeof KeyRow>): EventKey => ({
  nftId: row.nft_id,
  ledgerIndex: Number(row.ledger_index),
  position: row.position,
})

/**
 * Selects sales without fee and royalty in the collection of `e` whose average price includes `e`, because a late event
 * changes that average.
 */
const selectLaterSales = (e: SQL) => sql`
  (select * from history where type = 'sale' and issuer = ${e}.issuer and taxon = ${e}.taxon
    and coalesce(broker_fee_drops, 0) = 0 and coalesce(royalty_drops, 0) = 0 and amount_drops is not null
    and closed_at >= (date_trunc('day', ${e}.closed_at at time zone 'UTC') + interval '1 day') at time zone 'UTC'
    and closed_at at time zone 'UTC' - make_interval(days => ${feeFreeDays + 1}) < date_trunc('day', ${e}.closed_at at time zone 'UTC')
    order by closed_at limit ${maxAffected})`

/** Lists the sales whose marks these events can change. */
export async function listAffectedSales(tx: Executor, events: EventKey[]): Promise<EventKey[]> {
  const result = await tx.execute(sql`
    with given as (
      select h.* from ${keysAsRows(events)} join history h on ${isKeyed} and h.${isMove}
    )
    select nft_id, ledger_index, position from given where type = 'sale' and amount_drops is not null
    union
    select m.nft_id, m.ledger_index, m.position from given cross join lateral (${selectNeighbours(sql`given`)}) m where m.type = 'sale' and m.amount_drops is not null
    union
    select o.nft_id, o.ledger_index, o.position from given cross join lateral ${selectOppositeSales(sql`given`, maxAffected, unmarkedOnly)} o
    union
    select a.nft_id, a.ledger_index, a.position from given cross join lateral ${selectLaterSales(sql`given`)} a
      where given.type = 'sale' and given.amount_drops is not null`)
  return parseRows(KeyRow, result).map(keyOf)
}

const MoveRow = v.object({
  nft_id: v.string(),
  txid: v.string(),
  seller: v.string(),
  buyer: v.string(),
  drops: v.nullable(v.string()),
  at_ms: v.string(),
  ledger_index: v.string(),
  position: v.number(),
})

const moveColumns = (
  h: SQL,
) => sql`${h}.nft_id, ${h}.txid, ${h}.seller, ${h}.buyer, ${h}.amount_drops::text as drops,
  (extract(epoch from ${h}.closed_at) * 1000)::bigint::text as at_ms, ${h}.ledger_index::text, ${h}.position`

const moveOf = (row: v.InferOutput<typeof MoveRow>): Move => ({
  id: `${row.txid} ${row.nft_id}`,
  nftId: row.nft_id,
  from: row.seller,
  to: row.buyer,
  drops: row.drops === null ? null : BigInt(row.drops),
  at: Number(row.at_ms),
  ledgerIndex: Number(row.ledger_index),
  position: row.position,
})

const SaleRow = v.object({
  ...MoveRow.entries,
  issuer: v.string(),
  taxon: v.string(),
  drops: v.string(),
  fee: v.string(),
  royalty: v.string(),
  seller_funder: v.nullable(v.string()),
  seller_funded: v.number(),
  buyer_funder: v.nullable(v.string()),
  buyer_funded: v.number(),
  recent_sales: v.number(),
  recent_drops: v.string(),
})

const funderOf = (funder: string | null, fundedCount: number): Funder | null =>
  funder === null ? null : { funder, funded: fundedCount }

export interface SaleOnDay extends Sale {
  issuer: string
  taxon: number
}

const accountsOf = (funder: SQL) =>
  sql`(select count(*)::int from account_funders g where g.funder = ${funder})`

/** Reads sales with the facts needed to judge them, except for the surrounding moves. */
export async function readSales(tx: Executor, keys: EventKey[]): Promise<SaleOnDay[]> {
  const result = await tx.execute(sql`
    select ${moveColumns(sql`h`)}, h.issuer, h.taxon::text,
      coalesce(h.broker_fee_drops, 0)::text as fee, coalesce(h.royalty_drops, 0)::text as royalty,
      s.funder as seller_funder, ${accountsOf(sql`s.funder`)} as seller_funded,
      b.funder as buyer_funder, ${accountsOf(sql`b.funder`)} as buyer_funded,
      r.sales as recent_sales, r.drops::text as recent_drops
    from ${keysAsRows(keys)}
    join history h on ${isKeyed} and h.type = 'sale'
    left join account_funders s on s.account = h.seller
    left join account_funders b on b.account = h.buyer
    cross join lateral (
      select coalesce(sum(d.sales + d.marked_sales), 0)::int as sales, coalesce(sum(d.volume_drops + d.marked_drops), 0) as drops
      from collection_days d where d.issuer = h.issuer and d.taxon = h.taxon
        and d.day < (h.closed_at at time zone 'UTC')::date and d.day >= (h.closed_at at time zone 'UTC')::date - ${feeFreeDays}::int
    ) r`)
  return parseRows(SaleRow, result).map((row) => ({
    ...moveOf(row),
    drops: BigInt(row.drops),
    issuer: row.issuer,
    taxon: Number(row.taxon),
    feeDrops: BigInt(row.fee),
    royaltyDrops: BigInt(row.royalty),
    sellerFunder: funderOf(row.seller_funder, row.seller_funded),
    buyerFunder: funderOf(row.buyer_funder, row.buyer_funded),
    recent: { sales: row.recent_sales, volumeDrops: BigInt(row.recent_drops) },
  }))
}

/**
 * Reads the moves on which the marks of these sales depend: moves of the same works, and sales between the same
 * accounts.
 */
export async function readMovesAround(tx: Executor, keys: EventKey[]): Promise<Move[]> {
  const result = await tx.execute(sql`
    with given as (
      select h.* from ${keysAsRows(keys)} join history h on ${isKeyed} and h.type = 'sale'
    )
    select ${moveColumns(sql`m`)} from given cross join lateral (${selectNeighbours(sql`given`)}) m
    union
    select ${moveColumns(sql`o`)} from given cross join lateral ${selectOppositeSales(sql`given`, maxPairs)} o`)
  return parseRows(MoveRow, result).map(moveOf)
}

/** Stores the marks that have changed, and returns their sales. */
export async function writeMarks(
  tx: Executor,
  rows: (EventKey & { marks: SaleMark[] })[],
): Promise<{ issuer: string; taxon: number; closedAt: Date; nftId: string }[]> {
  if (rows.length === 0) return []
  const records = rows.map(({ nftId, ledgerIndex, position, marks }) => ({
    nft_id: nftId,
    ledger_index: ledgerIndex,
    position,
    marks,
  }))
  const result = await tx.execute(sql`
    update history h set marks = k.marks
    from json_to_recordset(${JSON.stringify(records)}::json) as k(nft_id text, ledger_index bigint, position int, marks text[])
    where ${isKeyed} and h.type = 'sale' and h.marks is distinct from k.marks
    returning h.issuer, h.taxon::text, (extract(epoch from h.closed_at) * 1000)::bigint::text as at_ms, h.nft_id`)
  return parseRows(
    v.object({ issuer: v.string(), taxon: v.string(), at_ms: v.string(), nft_id: v.string() }),
    result,
  ).map((row) => ({
    issuer: row.issuer,
    taxon: Number(row.taxon),
    closedAt: new Date(Number(row.at_ms)),
    nftId: row.nft_id,
  }))
}
