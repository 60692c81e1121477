import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { history } from '#db/schema/history.ts'
import { nfts } from '#db/schema/tokens.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import { selectChosen } from '#db/queries/collection/collections.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'
import { selectCards } from '#db/queries/nft/cards.ts'

/**
 * Number of rows to read. Each collection contributes only a few, so that a collection that lists everything at once
 * does not fill the page.
 */
const scanLimit = 160
const ofCollection = 2

/**
 * Selects the first rows of `found(id, issuer, taxon, ...)`, ordered by `place`: only announced collections, and a few
 * rows of each. The offset keeps the planner from reading all collections.
 */
const firstOf = (query: SQL, limit: number) => sql`(select * from (
    select f.*, row_number() over (partition by f.issuer, f.taxon order by f.place) as turn
    from (${query}) f cross join lateral (select c.announced from collections c where c.issuer = f.issuer and c.taxon = f.taxon offset 0) c
    where c.announced) turns
  where turn <= ${ofCollection} order by place limit ${limit})`

/** Returns recently listed works of announced collections with a price in XRP, newest first. */
export function queryJustListed(db: Reader, rules: MarketRules, limit: number) {
  const query = sql`select l.*, row_number() over () as place from (
      select n.id, n.issuer, n.taxon from nfts n
      where n.price_drops is not null and not n.burned and n.listed_ledger is not null
      order by n.listed_ledger desc nulls last, n.id limit ${scanLimit}) l`
  return selectCards(db, rules, {})
    .innerJoin(sql`${firstOf(query, limit)} chosen`, eq(nfts.id, sql`chosen.id`))
    .orderBy(sql`chosen.place`)
}

/** Lists the latest sale of each work in announced collections, newest first, without marked sales. */
export function queryJustSold(db: Reader, rules: MarketRules, limit: number) {
  const query = sql`select l.*, row_number() over () as place from (
      select * from (
        select distinct on (h.id) h.* from (
          select h.nft_id as id, h.issuer, h.taxon, h.txid, h.closed_at as sold_at, h.amount from history h
          where h.type = 'sale' and h.marks = '{}' order by h.closed_at desc limit ${scanLimit}) h
        order by h.id, h.sold_at desc) latest
      order by sold_at desc) l`
  return selectCards(db, rules, {
    txid: sql<string>`chosen.txid`,
    soldFor: sql<Amount>`chosen.amount`.mapWith(history.amount),
    soldAt: sql<Date>`chosen.sold_at`.mapWith(history.closedAt),
  })
    .innerJoin(sql`${firstOf(query, limit)} chosen`, and(eq(nfts.id, sql`chosen.id`), eq(nfts.burned, false)))
    .orderBy(sql`chosen.place`)
}

/**
 * Lists collections that an issuer has prepared, newest first: they have a picture and items, but are not announced
 * yet.
 */
export function queryDrops(db: Reader, limit: number) {
  return selectChosen(
    db,
    sql`select id, row_number() over (order by created_at desc nulls last, id) as place from collections
      where not announced and added_at is not null and thumbnail_cid is not null and items_count > 0
      order by created_at desc nulls last, id limit ${limit}`,
  )
}
