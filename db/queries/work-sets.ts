import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { nftokenFlags } from '#worker/contract/ledger.ts'
import type { MarketRules } from './market-rules.ts'
import { isIssuedListing } from './nft-cards.ts'
import { rowsOf } from './rows.ts'

// What many works of a large collection have in common is kept as a set: one bit for each of its works. Then works are counted under
// any filter by combining sets, without reading them. Like other figures of a collection, sets are as of the last round of the cron.

/** Flags of a token that filters ask for. */
export const flags = ['burnable', 'onlyXRP', 'trustLine', 'transferable'] as const

/** Works (tokens on the ledger) from which a collection has sets; smaller ones are counted as they are. */
export const largeCollection = 2000

/** Sets of one collection and kind: the most common values of the traits that filters list, and names that many works share. */
const maxSets = 2000

/** Sets of names: by what comes before the number at their end, by one or two digits, and by three. */
export type NameSets = 'stem' | 'digits' | 'triples'

/**
 * Which collections have sets. A range of numbers with more than `places` for each work is not kept: its works are a small share of
 * those of their issuer. From so many named works on there are sets of three digits, too; with fewer, not many share the same two.
 */
const large = { works: largeCollection, places: 16, names: 20_000 }

/** The number of a token, which its NFTokenID ends with. Burned tokens are in no set of states, so others need not leave them out. */
export const sequenceOf = (id: SQL) => sql`('x' || right(${id}, 8))::bit(32)::bigint`

/** States of works that filters ask for. */
export type WorkState = 'listed' | 'held' | 'auction' | 'burnable' | 'onlyXRP' | 'trustLine' | 'transferable'

/**
 * Makes the sets of one large collection whose works or traits have changed since. Returns false when none has. A change during it
 * is seen by the next round, because its mark is a later one.
 */
export async function refreshWorkSets(db: Executor, rules: MarketRules, kept = large): Promise<boolean> {
  const states = await refreshStateSets(db, rules, kept)
  const traits = await refreshTraitSets(db, kept)
  return states || traits
}

/** Large collections without sets, and those that have changed since. */
const statesDueOf = (works: number) => sql`(
  select c.id, c.issuer, c.taxon, c.stats_marks from collections c where c.minted_count >= ${sql.raw(String(works))}
    and not exists (select 1 from collection_sets s where s.issuer = c.issuer and s.taxon = c.taxon)
  union all
  select c.id, c.issuer, c.taxon, c.stats_marks from collection_sets s join collections c on c.issuer = s.issuer and c.taxon = s.taxon
  where s.state_marks <> c.stats_marks)`
const statesDue = statesDueOf(largeCollection)

/** Those whose traits have changed, once these are counted. */
const traitsDue = sql`(
  select c.id, s.issuer, s.taxon, s.first, s.size, c.rarity_marks from collection_sets s join collections c on c.issuer = s.issuer and c.taxon = s.taxon
  where s.size > 0 and not c.rarity_due and s.trait_marks is distinct from c.rarity_marks)`

/** Whether sets are to be made. */
export const workSetsDue = sql`(exists (select 1 from ${statesDue} states) or exists (select 1 from ${traitsDue} traits))`

async function refreshStateSets(
  db: Executor,
  { marketplace }: MarketRules,
  kept: typeof large,
): Promise<boolean> {
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
    ), words as materialized (
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
    ), sets as (
      select s.value, ('x' || string_agg(lpad(to_hex(coalesce(s.bits, 0)), 8, '0'), '' order by g))::bit varying as works
      from range cross join generate_series(0, range.size / 32 - 1) g left join words on words.word = g
      cross join lateral (values ('everything', words.everything), ('listed', words.listed), ('held', words.held), ('auction', words.auction),
        ${sql.join(
          flags.map((flag) => sql`(${flag}, words.${sql.identifier(flag)})`),
          sql`, `,
        )}) s(value, bits)
      group by s.value
    ), moved as (
      delete from work_sets s using due where s.issuer = due.issuer and s.taxon = due.taxon
        and not exists (select 1 from range where s.kind = 'state' or (range.first = s.first and range.size = s.size))
    ), noted as (
      insert into collection_sets (issuer, taxon, first, size, last, state_marks)
      select due.issuer, due.taxon, range.first, range.size, range.last, due.stats_marks from due, range
      on conflict (issuer, taxon) do update set first = excluded.first, size = excluded.size, last = excluded.last, state_marks = excluded.state_marks,
        trait_marks = case when (collection_sets.first, collection_sets.size) = (excluded.first, excluded.size) then collection_sets.trait_marks end
    ), small as (
      insert into collection_sets (issuer, taxon, first, size, state_marks)
      select due.issuer, due.taxon, 0, 0, due.stats_marks from due where not exists (select 1 from range)
      on conflict (issuer, taxon) do update set first = 0, size = 0, state_marks = excluded.state_marks, trait_marks = null
    ), kept as (
      insert into work_sets (issuer, taxon, kind, value, first, size, works)
      select due.issuer, due.taxon, 'state', sets.value, range.first, range.size, sets.works from due, range, sets
      on conflict (issuer, taxon, kind, name, value) do update set first = excluded.first, size = excluded.size, works = excluded.works
      where (work_sets.first, work_sets.works) is distinct from (excluded.first, excluded.works)
    )
    select 1 from due`)
  return rowsOf(done).length > 0
}

async function refreshTraitSets(db: Executor, { names }: typeof large): Promise<boolean> {
  const many = sql`(select count(*) >= ${names} from stems)`
  const done = await db.execute(sql`
    with due as materialized (
      select issuer, taxon, first, size, rarity_marks from ${traitsDue} due order by id limit 1
    ), common as materialized (
      select c.trait, c.value from due join trait_counts c on c.issuer = due.issuer and c.taxon = due.taxon order by c.tokens desc, c.trait, c.value limit ${maxSets}
    ), stems as materialized (
      select name_stem(n.name) as stem, n.name, (n.sequence - due.first)::int as place from due join nfts n on n.issuer = due.issuer and n.taxon = due.taxon
      where not n.burned and n.name is not null and n.sequence >= due.first and n.sequence < due.first + due.size
    ), members as (
      select 'trait' as kind, c.trait as name, c.value, (t.sequence - due.first)::int as place
      from due cross join common c cross join lateral (
        select ${sequenceOf(sql`t.nft_id`)} as sequence from nft_traits t
        where t.issuer = due.issuer and t.taxon = due.taxon and t.trait = c.trait and t.value = c.value offset 0
      ) t where t.sequence >= due.first and t.sequence < due.first + due.size
      union all
      select 'stem', s.name, case s.name when 'all' then '' else stem end, place from stems cross join (values ('all'), ('one')) s(name)
      where (select count(distinct stem) < ${maxSets} and bool_and(char_length(name) <= 50 or length(search_text(name)) <= 200) from stems)
      union all
      select kind, 'all', '', place from stems cross join (values ('digits'), ('triples')) kinds(kind) where kind = 'digits' or ${many}
      union all
      select case length when 3 then 'triples' else 'digits' end, 'one', substr(digits[1], part, length), place from stems
      cross join lateral regexp_matches(search_text(name), '[0-9]+', 'g') digits
      cross join (values (2), (3)) lengths(length)
      cross join lateral generate_series(1, greatest(length(digits[1]) + 1 - length, case length when 2 then 1 else 0 end)) part
      where length = 2 or ${many}
    ), words as (
      select kind, name, value, place / 32 as word, bit_or(1::bigint << (31 - place % 32)) as bits from members group by 1, 2, 3, 4
    ), ordered as (
      select *, lag(word, 1, -1) over (partition by kind, name, value order by word) as before from words
    ), sets as materialized (
      select o.kind, o.name, o.value, ('x' || string_agg(repeat('0', 8 * (o.word - o.before - 1)) || lpad(to_hex(o.bits), 8, '0'), '' order by o.word)
        || repeat('0', 8 * (due.size / 32 - 1 - max(o.word))))::bit varying as works
      from ordered o, due group by o.kind, o.name, o.value, due.size
    ), gone as (
      delete from work_sets s using due where s.issuer = due.issuer and s.taxon = due.taxon and s.kind <> 'state'
        and not exists (select 1 from sets where sets.kind = s.kind and sets.name = s.name and sets.value = s.value)
    ), kept as (
      insert into work_sets (issuer, taxon, kind, name, value, first, size, works)
      select due.issuer, due.taxon, sets.kind, sets.name, sets.value, due.first, due.size, sets.works from due, sets
      on conflict (issuer, taxon, kind, name, value) do update set first = excluded.first, size = excluded.size, works = excluded.works
      where (work_sets.first, work_sets.works) is distinct from (excluded.first, excluded.works)
    )
    update collection_sets s set trait_marks = due.rarity_marks from due
    where s.issuer = due.issuer and s.taxon = due.taxon and s.first = due.first and s.size = due.size returning 1`)
  return rowsOf(done).length > 0
}
