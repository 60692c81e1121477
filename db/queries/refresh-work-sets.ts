import { sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { nftokenFlags } from '#worker/contract/ledger.ts'
import type { MarketRules } from './market-rules.ts'
import { refreshNameSets } from './name-sets.ts'
import { isIssuedListing } from './nft-cards.ts'
import { priceParts } from './price-sets.ts'
import { rowsOf } from './rows.ts'
import {
  flags,
  large,
  type Large,
  largeCollection,
  maxSets,
  metadataDue,
  replaceSets,
  sequenceOf,
} from './work-sets.ts'

/**
 * Makes the sets of large collections whose works, traits or names have changed since: of one for each kind of sets. Returns false when
 * none has. A change during it is seen by the next round, because its mark is a later one.
 */
export async function refreshWorkSets(
  db: Executor,
  rules: MarketRules,
  kept: Large = large,
): Promise<boolean> {
  const states = await refreshStateSets(db, rules, kept)
  const traits = await refreshTraitSets(db)
  const names = await refreshNameSets(db, kept)
  return states || traits || names
}

/** Large collections without sets, and those that have changed since. */
const statesDueOf = (works: number) => sql`(
  select c.id, c.issuer, c.taxon, c.stats_marks from collections c where c.minted_count >= ${sql.raw(String(works))}
    and not exists (select 1 from collection_sets s where s.issuer = c.issuer and s.taxon = c.taxon)
  union all
  select c.id, c.issuer, c.taxon, c.stats_marks from collection_sets s join collections c on c.issuer = s.issuer and c.taxon = s.taxon
  where s.state_marks <> c.stats_marks)`
const statesDue = statesDueOf(largeCollection)

/** Whether sets are to be made. */
export const workSetsDue = sql`(exists (select 1 from ${statesDue} states) or exists (select 1 from ${metadataDue('trait_marks')} traits)
  or exists (select 1 from ${metadataDue('name_marks')} names))`

async function refreshStateSets(db: Executor, { marketplace }: MarketRules, kept: Large): Promise<boolean> {
  const done = await db.execute(sql`
    with due as materialized (
      select issuer, taxon, stats_marks from ${statesDueOf(kept.works)} due order by id limit 1
    ), works as materialized (
      select n.id, n.sequence, n.owner, n.issuer, n.flags, n.price_drops from due join nfts n on n.issuer = due.issuer and n.taxon = due.taxon
      where not n.burned and n.id not in (select d.token_id from demand_items d join due on d.issuer = due.issuer and d.taxon = due.taxon
        where d.token_id is not null and d.state in ('draft', 'for_sale'))
    ), reach as materialized (
      select min(sequence) as low, max(sequence) as high, count(*) as works,
        greatest(1024, 2 ^ ceil(log(2, (greatest(max(sequence) - min(sequence), 8) / 8)::numeric)))::bigint as step from works
    ), range as materialized (
      select low / step * step as first, ((high / step + 1) * step - low / step * step)::int as size, high as last from reach
      where works >= ${kept.works} and (high / step + 1) * step - low / step * step <= ${kept.places} * works
    ), state_words as materialized (
      select ((n.sequence - range.first) / 32)::int as word, bit_or(bit) as everything,
        bit_or(bit) filter (where n.price_drops is not null or n.id in (select offers.nft_id from due join offers
          on substr(offers.nft_id, 9, 40) = (select substr(id, 9, 40) from works limit 1) where ${isIssuedListing(marketplace)}
          and not exists (select 1 from auctions a where a.nft_id = offers.nft_id and a.state = 'running'))) as listed,
        bit_or(bit) filter (where n.owner <> n.issuer and n.owner <> ${marketplace}) as held,
        bit_or(bit) filter (where n.id in (select nft_id from auctions where state = 'running')) as auction,
        ${sql.join(
          flags.map(
            (flag) =>
              sql`bit_or(bit) filter (where n.flags & ${nftokenFlags[flag]}::int <> 0) as ${sql.identifier(flag)}`,
          ),
          sql`, `,
        )}
      from range, works n cross join lateral (select 1::bigint << (31 - (n.sequence - range.first) % 32)::int as bit) b group by 1
    ), states as (
      select s.value, ('x' || string_agg(lpad(to_hex(coalesce(s.bits, 0)), 8, '0'), '' order by g))::bit varying as works
      from range cross join generate_series(0, range.size / 32 - 1) g left join state_words on state_words.word = g
      cross join lateral (values ('everything', state_words.everything), ('listed', state_words.listed), ('held', state_words.held), ('auction', state_words.auction),
        ${sql.join(
          flags.map((flag) => sql`(${flag}, state_words.${sql.identifier(flag)})`),
          sql`, `,
        )}) s(value, bits)
      group by s.value
    ), moved as (
      delete from work_sets s using due where s.issuer = due.issuer and s.taxon = due.taxon
        and not exists (select 1 from range where s.kind in ('state', 'price', 'owner') or (range.first = s.first and range.size = s.size))
    ), noted as (
      insert into collection_sets (issuer, taxon, first, size, last, state_marks)
      select due.issuer, due.taxon, range.first, range.size, range.last, due.stats_marks from due, range
      on conflict (issuer, taxon) do update set first = excluded.first, size = excluded.size, last = excluded.last, state_marks = excluded.state_marks,
        trait_marks = case when (collection_sets.first, collection_sets.size) = (excluded.first, excluded.size) then collection_sets.trait_marks end,
        name_marks = case when (collection_sets.first, collection_sets.size) = (excluded.first, excluded.size) then collection_sets.name_marks end
    ), small as (
      insert into collection_sets (issuer, taxon, first, size, state_marks)
      select due.issuer, due.taxon, 0, 0, due.stats_marks from due where not exists (select 1 from range)
      on conflict (issuer, taxon) do update set first = 0, size = 0, state_marks = excluded.state_marks, trait_marks = null, name_marks = null
    ), kept as (
      insert into work_sets (issuer, taxon, kind, value, first, size, works)
      select due.issuer, due.taxon, 'state', states.value, range.first, range.size, states.works from due, range, states
      on conflict (issuer, taxon, kind, name, value) do update set first = excluded.first, size = excluded.size, works = excluded.works
      where (work_sets.first, work_sets.works) is distinct from (excluded.first, excluded.works)
    ), target as materialized (
      select due.issuer, due.taxon, range.first, range.size from due, range
    ), placed as materialized (
      select (w.sequence - target.first)::int as place, w.owner, w.price_drops as price from target, works w
    ), share as materialized (
      select greatest(${kept.share}::int, count(*) / 64) as works from placed
    ), ${priceParts}, members as (
      select 'price' as kind, top::text as name, part::text as value, array_agg(place) as places from price_members group by top, part
      union all
      select 'owner', '', owner, array_agg(place) from placed
      where owner = any(array(select owner from placed group by owner having count(*) >= (select works from share))) group by owner
    ), ${replaceSets(['price', 'owner'])}
    select 1 from due`)
  return rowsOf(done).length > 0
}

async function refreshTraitSets(db: Executor): Promise<boolean> {
  const done = await db.execute(sql`
    with target as materialized (
      select issuer, taxon, first, size, rarity_marks from ${metadataDue('trait_marks')} due order by id limit 1
    ), common as materialized (
      select c.trait, c.value from target join trait_counts c on c.issuer = target.issuer and c.taxon = target.taxon
      order by c.tokens desc, c.trait, c.value limit ${maxSets}
    ), members as (
      select 'trait' as kind, c.trait as name, c.value, array(
        select (t.sequence - target.first)::int from (
          select ${sequenceOf(sql`t.nft_id`)} as sequence from nft_traits t
          where t.issuer = target.issuer and t.taxon = target.taxon and t.trait = c.trait and t.value = c.value offset 0
        ) t where t.sequence >= target.first and t.sequence < target.first + target.size
      ) as places from target cross join common c
    ), ${replaceSets(['trait'])}
    update collection_sets s set trait_marks = target.rarity_marks from target
    where s.issuer = target.issuer and s.taxon = target.taxon and s.first = target.first and s.size = target.size returning 1`)
  return rowsOf(done).length > 0
}
