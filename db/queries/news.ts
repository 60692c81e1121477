import { eq, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { history } from '#db/schema/history.ts'
import { nfts } from '#db/schema/tokens.ts'
import type { Amount } from '#worker/contract/amount-schemas.ts'
import { selectChosen } from './collections.ts'
import type { MarketRules } from './market-rules.ts'
import { selectCards } from './nft-cards.ts'

/** Rows that are looked at, of which each collection gives a few: one that lists everything at once does not fill the page. */
const looked = 96
const ofCollection = 2

const announced = sql`exists (select 1 from collections c where c.issuer = n.issuer and c.taxon = n.taxon and c.announced)`

/** Works that were listed lately at a price in XRP, newest first, of announced collections. */
export function queryJustListed(db: Reader, rules: MarketRules, limit: number) {
  const chosen = sql`(select id, place from (
      select l.id, l.place, row_number() over (partition by l.issuer, l.taxon order by l.place) as turn from (
        select n.id, n.issuer, n.taxon, row_number() over (order by n.listed_ledger desc nulls last, n.id) as place
        from nfts n where n.price_drops is not null and not n.burned and n.listed_ledger is not null and ${announced}
        order by n.listed_ledger desc nulls last, n.id limit ${looked}) l) turns
    where turn <= ${ofCollection} order by place limit ${limit})`
  return selectCards(db, rules, {})
    .innerJoin(sql`${chosen} chosen`, eq(nfts.id, sql`chosen.id`))
    .orderBy(sql`chosen.place`)
}

/** The latest sales of announced collections, each with its work. */
export function queryJustSold(db: Reader, rules: MarketRules, limit: number) {
  const chosen = sql`(select id, txid, sold_at, amount, place from (
      select l.*, row_number() over (partition by l.issuer, l.taxon order by l.place) as turn from (
        select h.nft_id as id, h.txid, h.closed_at as sold_at, h.amount, n.issuer, n.taxon,
          row_number() over (order by h.closed_at desc, h.position desc, h.nft_id) as place
        from history h join nfts n on n.id = h.nft_id
        where h.type = 'sale' and not n.burned and ${announced}
        order by h.closed_at desc, h.position desc, h.nft_id limit ${looked}) l) turns
    where turn <= ${ofCollection} order by place limit ${limit})`
  return selectCards(db, rules, {
    txid: sql<string>`chosen.txid`,
    soldFor: sql<Amount>`chosen.amount`.mapWith(history.amount),
    soldAt: sql<Date>`chosen.sold_at`.mapWith(history.closedAt),
  })
    .innerJoin(sql`${chosen} chosen`, eq(nfts.id, sql`chosen.id`))
    .orderBy(sql`chosen.place`)
}

/** Collections that an issuer has prepared: they have a picture and items, and are not announced yet. Newest first. */
export function queryDrops(db: Reader, limit: number) {
  return selectChosen(
    db,
    sql`select id, row_number() over (order by created_at desc nulls last, id) as place from collections
      where not announced and added_at is not null and thumbnail_cid is not null and items_count > 0
      order by created_at desc nulls last, id limit ${limit}`,
  )
}
