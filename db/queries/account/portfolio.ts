import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Reader } from '#db/executor.ts'
import { Amount } from '#contract/schemas/amounts.ts'
import { Media } from '#contract/schemas/media.ts'
import { acquisitions, maxCounted } from '#contract/schemas/portfolio.ts'
import { indexTime } from '#db/sql/ledger-time.ts'
import { CleanName, parseRows } from '#db/sql/rows.ts'

/**
 * Joins the acquisition of a token: its last arrival before a position in the ledger. A transfer in a Batch is a swap,
 * and the cost of a minted work is unknown. Uses the primary key of the history.
 */
const joinArrival = (account: string, nftId: SQL, before = sql`true`) => sql`
  left join lateral (
    select h.closed_at, h.txid,
      case when h.type = 'sale' then h.amount when h.type = 'transfer' and h.parent_batch_id is null then '"0"'::jsonb end as cost,
      case when h.type = 'sale' then h.amount_drops when h.type = 'transfer' and h.parent_batch_id is null then 0 end as cost_drops,
      case when h.type = 'sale' then 'bought' when h.type = 'mint' then 'minted'
        when h.parent_batch_id is null then 'gift' else 'exchanged' end as acquired
    from history h
    where h.nft_id = ${nftId} and h.buyer = ${account} and h.type in ('sale', 'transfer', 'mint') and ${before}
    order by h.ledger_index desc, h.position desc limit 1
  ) a on true`

const HeldWork = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  sequence: v.number(),
  image: v.nullable(Media),
  collectionId: v.nullable(v.string()),
  collectionName: v.nullable(CleanName),
  acquired: v.picklist(acquisitions),
  acquiredAt: v.nullable(v.string()),
  txid: v.nullable(v.string()),
  cost: v.nullable(Amount),
  lastSaleDrops: v.nullable(v.string()),
  lastSaleAt: v.nullable(v.string()),
  floorDrops: v.nullable(v.string()),
})
export type HeldWork = v.InferOutput<typeof HeldWork>

const SoldWork = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  sequence: v.number(),
  at: v.string(),
  txid: v.string(),
  acquired: v.picklist(acquisitions),
  proceedsDrops: v.string(),
  costDrops: v.nullable(v.string()),
})
export type SoldWork = v.InferOutput<typeof SoldWork>

const PortfolioRow = v.object({
  since: v.nullable(v.string()),
  works: v.array(HeldWork),
  worksCount: v.number(),
  floorDrops: v.string(),
  knownWorks: v.number(),
  knownCost: v.string(),
  knownFloor: v.string(),
  sales: v.array(SoldWork),
  salesCount: v.number(),
  realisedSales: v.number(),
  realisedProceeds: v.string(),
  realisedCost: v.string(),
  weeks: v.array(v.object({ day: v.string(), drops: v.string(), works: v.number() })),
})

/**
 * Reads an account's current and sold works with their cost, and their total value at the end of each week, in one
 * statement. Totals cover the first `maxCounted` works, lists only the newest.
 */
export async function readPortfolio(db: Reader, account: string, limit: number) {
  const holdings = sql`
    select n.id, n.name, n.sequence, n.metadata->'image' as image, n.issuer, n.taxon, c.id as collection_id, c.name as collection_name, c.floor_drops,
      coalesce(a.acquired, 'unknown') as acquired, a.closed_at as acquired_at, a.txid, a.cost, a.cost_drops
    from nfts n
    left join collections c on c.issuer = n.issuer and c.taxon = n.taxon
    ${joinArrival(account, sql`n.id`)}
    where n.owner = ${account} and not n.burned order by n.issuer, n.taxon, n.id limit ${maxCounted}`
  const lastSales = sql`
    select s.nft_id, s.closed_at, s.txid, s.ledger_index, s.position,
      s.amount_drops - coalesce(s.broker_fee_drops, 0) - coalesce(s.royalty_drops, 0) as proceeds,
      coalesce(a.acquired, 'unknown') as acquired, a.cost_drops
    from history s
    ${joinArrival(account, sql`s.nft_id`, sql`(h.ledger_index, h.position) < (s.ledger_index, s.position)`)}
    where s.seller = ${account} and s.type = 'sale' and s.amount_drops is not null
    order by s.ledger_index desc, s.position desc limit ${maxCounted}`
  // Arrivals and departures; burning a work counts as a departure.
  const moves = sql`
    select issuer, taxon, closed_at, 1 as step from history where buyer = ${account} and type in ('sale', 'transfer')
    union all select issuer, taxon, closed_at, -1 from history where seller = ${account} and type in ('sale', 'transfer')
    union all select issuer, taxon, closed_at, 1 from history where buyer = ${account} and type = 'mint'
    union all select issuer, taxon, closed_at, -1 from history where seller = ${account} and type = 'burn'`
  // Counts backwards from today: the number of works in a week is the current number minus later arrivals.
  const grid = sql`
    select w.until, k.issuer, k.taxon, k.works - coalesce(sum(net.step) over (
        partition by k.issuer, k.taxon order by w.place desc rows between unbounded preceding and 1 preceding
      ), 0) as works
    from kinds k cross join weeks w
    left join (
      select issuer, taxon, least(greatest(ceil(extract(epoch from closed_at - first.until) / 604800) + 1, 1), last.place) as place,
        sum(step) as step
      from moves, (select until from weeks order by place limit 1) first, (select max(place) as place from weeks) last
      group by 1, 2, 3
    ) net on net.issuer = k.issuer and net.taxon = k.taxon and net.place = w.place`
  const result = await db.execute(sql`
    with held as materialized (${holdings}), sold as materialized (${lastSales}), moves as materialized (${moves}),
    kinds as materialized (
      select issuer, taxon, sum(works)::int as works from (
        select issuer, taxon, count(*) as works from held group by 1, 2
        union all select distinct issuer, taxon, 0 from moves
      ) both_kinds group by 1, 2
    ),
    began as (select min(began_at) as at from ledger_cursor),
    weeks as materialized (
      select row_number() over (order by u) as place, least(u, ${indexTime}) as until from began, generate_series(
        greatest(began.at, ${indexTime} - interval '52 weeks'), ${indexTime} + interval '7 days' - interval '1 second', interval '7 days') u
    )
    select
      (select at from began) as since,
      (select coalesce(json_agg(json_build_object('id', w.id, 'name', w.name, 'sequence', w.sequence, 'image', w.image,
          'collectionId', w.collection_id, 'collectionName', w.collection_name, 'acquired', w.acquired, 'acquiredAt', w.acquired_at,
          'txid', w.txid, 'cost', w.cost, 'lastSaleDrops', l.amount_drops::text, 'lastSaleAt', l.closed_at,
          'floorDrops', w.floor_drops::text) order by w.acquired_at desc nulls last, w.id), '[]')
        from (select * from held order by acquired_at desc nulls last, id limit ${limit}) w
        left join lateral (
          select amount_drops, closed_at from history
          where nft_id = w.id and type = 'sale' and amount_drops is not null order by ledger_index desc, position desc limit 1
        ) l on true) as works,
      (select count(*)::int from nfts where owner = ${account} and not burned) as "worksCount",
      (select coalesce(sum(floor_drops), 0)::text from held) as "floorDrops",
      (select count(*)::int from held where cost_drops is not null and floor_drops is not null) as "knownWorks",
      (select coalesce(sum(cost_drops), 0)::text from held where floor_drops is not null) as "knownCost",
      (select coalesce(sum(floor_drops), 0)::text from held where cost_drops is not null) as "knownFloor",
      (select coalesce(json_agg(json_build_object('id', s.nft_id, 'name', n.name, 'sequence', n.sequence, 'at', s.closed_at,
          'txid', s.txid, 'acquired', s.acquired, 'proceedsDrops', s.proceeds::text, 'costDrops', s.cost_drops::text)
          order by s.ledger_index desc, s.position desc), '[]')
        from (select * from sold order by ledger_index desc, position desc limit ${limit}) s join nfts n on n.id = s.nft_id) as sales,
      (select count(*)::int from sold) as "salesCount",
      (select count(*)::int from sold where cost_drops is not null) as "realisedSales",
      (select coalesce(sum(proceeds), 0)::text from sold where cost_drops is not null) as "realisedProceeds",
      (select coalesce(sum(cost_drops), 0)::text from sold) as "realisedCost",
      (select coalesce(json_agg(json_build_object('day', day, 'drops', drops, 'works', works) order by day), '[]') from (
        select distinct on (day) day, drops, works from (
          select w.until, to_char(w.until at time zone 'UTC', 'YYYY-MM-DD') as day,
            coalesce(sum(g.works * f.floor_drops), 0)::text as drops, coalesce(sum(g.works), 0)::int as works
          from weeks w
          left join (${grid}) g on g.until = w.until and g.works > 0
          left join lateral (
            select d.floor_drops from collection_days d
            where d.issuer = g.issuer and d.taxon = g.taxon and d.floor_at is not null and w.until < ${indexTime}
              and d.day <= (w.until at time zone 'UTC')::date
            order by d.day desc limit 1
          ) past on true
          -- Now as in the total, with prices on demand, of which there is no past.
          left join collections c on c.issuer = g.issuer and c.taxon = g.taxon and w.until >= ${indexTime}
          cross join lateral (select coalesce(past.floor_drops, c.floor_drops) as floor_drops) f
          group by w.until) each_week
        -- An index that began today has its beginning and now on one day.
        order by day, until desc) valued) as weeks`)
  const [row] = parseRows(PortfolioRow, result)
  if (row === undefined) throw new Error('A select without a table has one row.')
  return row
}
