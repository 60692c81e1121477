import { and, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor } from '#db/executor.ts'
import { ownerBounds } from '#contract/schemas/figures.ts'
import { collections } from '#db/schema/collections.ts'
import { indexTime } from '#db/sql/ledger-time.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'
import { parseRows } from '#db/sql/rows.ts'

// A transaction that changes tokens also marks their collections as due, which locks the rows until it ends. A refresh
// never waits for a lock. It leaves rows that are locked, or that were marked after it read them, for the next run. So
// no mark is lost, and neither side blocks the other.

/**
 * Marks the statistics of the collections of these tokens as due. Also marks their rarity if a ranked token was burned,
 * because the shares of the remaining tokens have changed.
 */
export async function markTokensChanged(tx: Executor, nftIds: string[]) {
  await tx.execute(sql`
    with unranked as (
      update nfts set rarity_rank = null, rarity_score = null
      where id in (select unnest(${sql.param(nftIds)}::text[])) and burned and rarity_rank is not null
      returning issuer, taxon
    ), touched as (
      select n.issuer, n.taxon,
        (select count(*) from unranked u where u.issuer = n.issuer and u.taxon = n.taxon) > 0 as ranked_gone
      from nfts n where n.id in (select unnest(${sql.param(nftIds)}::text[])) group by n.issuer, n.taxon
    ), held as (
      select c.id, t.ranked_gone from collections c join touched t on c.issuer = t.issuer and c.taxon = t.taxon
      order by c.id for no key update of c
    )
    update collections c set stats_due = true, stats_marks = c.stats_marks + 1,
      rarity_due = c.rarity_due or held.ranked_gone, rarity_marks = c.rarity_marks + held.ranked_gone::int
    from held where c.id = held.id`)
}

const statsMark = { statsDue: true, statsMarks: sql`${collections.statsMarks} + 1` }
const rarityMark = { rarityDue: true, rarityMarks: sql`${collections.rarityMarks} + 1` }

interface Kind {
  issuer: string
  taxon: number
}
const ofKind = ({ issuer, taxon }: Kind) => and(eq(collections.issuer, issuer), eq(collections.taxon, taxon))

/** Marks rarity as due. */
export async function markRarity(tx: Executor, kind: Kind) {
  await tx.update(collections).set(rarityMark).where(ofKind(kind))
}

/** Marks statistics and rarity as due. */
export async function markCollectionDue(tx: Executor, kind: Kind) {
  await tx
    .update(collections)
    .set({ ...statsMark, ...rarityMark })
    .where(ofKind(kind))
}

/** Marks the statistics of a collection as due. */
export async function touchStatistics(db: Executor, collectionId: string) {
  await db.update(collections).set(statsMark).where(eq(collections.id, collectionId))
}

/** Excludes sales that look like wash trades. */
const counts = sql`marks = '{}'`

/** Number of owners of a collection that are listed by name. */
const topHolders = 20

/** Maximum age of the volumes of a collection that has sales. */
const volumeMinutes = 5

/** Condition on `collections`: true if the statistics must be recomputed. */
export const statisticsDue = sql`(stats_due or stats_at is null
  or ((volume_week_drops > 0 or volume_week_before_drops > 0 or marked_week_drops > 0) and stats_at < now() - make_interval(mins => ${volumeMinutes})))`

/**
 * Recomputes the statistics of collections that have changed or whose sales leave a time window. Returns the number of
 * updated collections. Volumes are the XRP that buyers paid, including the broker fee, without marked sales. The
 * windows end at the newest indexed ledger, because sales have ledger time.
 */
export async function refreshCollectionStats(
  db: Executor,
  { marketplace }: Pick<MarketRules, 'marketplace'>,
  limit: number,
): Promise<number> {
  const result = await db.execute(sql`
    with due as (
      select id, issuer, taxon, stats_marks from collections
      where ${statisticsDue}
      order by stats_at nulls first limit ${limit}
    ), held as (
      select c.id from collections c join due on c.id = due.id and c.stats_marks = due.stats_marks
      order by c.id for no key update of c skip locked
    ), holdings as (
      select d.issuer, d.taxon, n.owner, count(*)::int as works
      from due d join held on held.id = d.id join nfts n on n.issuer = d.issuer and n.taxon = d.taxon
      where not n.burned group by d.issuer, d.taxon, n.owner
    ), ranked as (
      select *, row_number() over (partition by issuer, taxon order by works desc, owner) as place,
        width_bucket(works, ${sql.param(ownerBounds.map((bound) => bound + 1))}::int[]) as bucket
      from holdings
    ), grouped as (
      select issuer, taxon, bucket, count(*)::int as owners, sum(works)::int as works from ranked group by issuer, taxon, bucket
    ), holders as (
      insert into collection_holders (issuer, taxon, groups, top)
      select d.issuer, d.taxon,
        coalesce((select jsonb_agg(jsonb_build_object('group', bucket, 'owners', owners, 'works', works) order by bucket)
          from grouped g where g.issuer = d.issuer and g.taxon = d.taxon), '[]'),
        coalesce((select jsonb_agg(jsonb_build_object('account', owner, 'works', works) order by place)
          from ranked r where r.issuer = d.issuer and r.taxon = d.taxon and r.place <= ${topHolders}), '[]')
      from due d join held on held.id = d.id
      on conflict (issuer, taxon) do update set groups = excluded.groups, top = excluded.top
    )
    update collections c set
      stats_due = false, stats_at = now(),
      items_count = i.items + d.unminted, minted_count = i.items, owners_count = i.owners,
      listed_count = i.listed + d.listed, floor_drops = least(i.floor, d.floor),
      volume_day_drops = v.day, volume_day_before_drops = v.day_before,
      volume_week_drops = v.week, volume_week_before_drops = v.week_before,
      volume_all_drops = a.volume, sales_count = a.sales,
      marked_day_drops = v.marked_day, marked_week_drops = v.marked_week, marked_all_drops = a.marked_drops, marked_sales = a.marked_sales,
      best_offer_drops = b.amount_drops, best_offer_nft = b.nft_id,
      last_sale_drops = s.amount_drops, last_sale_nft = s.nft_id, last_sale_at = s.closed_at
    from due
    cross join lateral (
      select count(*)::int as items, count(distinct owner)::int as owners, count(price_drops)::int as listed, min(price_drops) as floor
      from nfts where issuer = due.issuer and taxon = due.taxon and not burned
    ) i
    cross join lateral (
      select count(*) filter (where token_id is null)::int as unminted,
        count(*) filter (where state = 'for_sale')::int as listed,
        min(price_drops) filter (where state = 'for_sale' and currency is null) as floor
      from demand_items where collection_id = due.id and state in ('draft', 'for_sale') and edition_id is null
    ) d
    cross join lateral (
      select
        coalesce(sum(amount_drops) filter (where ${counts} and closed_at > ${indexTime} - interval '1 day'), 0) as day,
        coalesce(sum(amount_drops) filter (where ${counts} and closed_at <= ${indexTime} - interval '1 day' and closed_at > ${indexTime} - interval '2 days'), 0) as day_before,
        coalesce(sum(amount_drops) filter (where ${counts} and closed_at > ${indexTime} - interval '7 days'), 0) as week,
        coalesce(sum(amount_drops) filter (where ${counts} and closed_at <= ${indexTime} - interval '7 days'), 0) as week_before,
        coalesce(sum(amount_drops) filter (where not ${counts} and closed_at > ${indexTime} - interval '1 day'), 0) as marked_day,
        coalesce(sum(amount_drops) filter (where not ${counts} and closed_at > ${indexTime} - interval '7 days'), 0) as marked_week
      from history
      where issuer = due.issuer and taxon = due.taxon and type = 'sale' and closed_at > ${indexTime} - interval '14 days'
    ) v
    cross join lateral (
      select coalesce(sum(volume_drops), 0) as volume, coalesce(sum(sales), 0)::int as sales,
        coalesce(sum(marked_drops), 0) as marked_drops, coalesce(sum(marked_sales), 0)::int as marked_sales
      from collection_days where issuer = due.issuer and taxon = due.taxon
    ) a
    left join lateral (
      select o.amount_drops, o.nft_id from offers o join nfts n on n.id = o.nft_id
      where substr(o.nft_id, 9, 40) = (select substr(id, 9, 40) from nfts where issuer = due.issuer and taxon = due.taxon order by sequence limit 1)
        and o.state = 'open' and not o.is_sell and o.problem is null and o.amount_drops is not null
        and (o.destination is null or o.destination = ${marketplace})
        and n.issuer = due.issuer and n.taxon = due.taxon and not n.burned
        and not exists (select 1 from auctions r where r.nft_id = n.id and r.state = 'running')
      order by o.amount_drops desc nulls last, o.id limit 1
    ) b on true
    left join lateral (
      select amount_drops, nft_id, closed_at from history
      where issuer = due.issuer and taxon = due.taxon and type = 'sale' and amount_drops is not null and ${counts}
      order by closed_at desc, ledger_index desc, position desc limit 1
    ) s on true
    where c.id = due.id and c.id in (select id from held)
    returning c.id`)
  return parseRows(v.unknown(), result).length
}
