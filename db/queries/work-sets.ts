import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { nftokenFlags } from '#worker/contract/ledger.ts'
import type { Identity } from './collections.ts'
import type { ItemFilter, Value } from './item-filter.ts'
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

/**
 * Which collections have sets. A range of numbers with more than `places` for each work is not kept: its works are a small share of
 * those of their issuer.
 */
const large = { works: largeCollection, places: 16 }

/** The number of a token, which its NFTokenID ends with. Burned tokens are in no set of states, so others need not leave them out. */
const sequenceOf = (id: SQL) => sql`('x' || right(${id}, 8))::bit(32)::bigint`

/** States of works that filters ask for. */
export type WorkState = 'listed' | 'held' | 'auction' | 'burnable' | 'onlyXRP' | 'trustLine' | 'transferable'

/**
 * Makes the sets of one large collection whose works or traits have changed since. Returns false when none has. A change during it
 * is seen by the next round, because its mark is a later one.
 */
export async function refreshWorkSets(db: Executor, rules: MarketRules, kept = large): Promise<boolean> {
  const states = await refreshStateSets(db, rules, kept)
  const traits = await refreshTraitSets(db)
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
      select low / step * step as first, ((high / step + 1) * step - low / step * step)::int as size from reach
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
      insert into collection_sets (issuer, taxon, first, size, state_marks)
      select due.issuer, due.taxon, range.first, range.size, due.stats_marks from due, range
      on conflict (issuer, taxon) do update set first = excluded.first, size = excluded.size, state_marks = excluded.state_marks,
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

async function refreshTraitSets(db: Executor): Promise<boolean> {
  const done = await db.execute(sql`
    with due as materialized (
      select issuer, taxon, first, size, rarity_marks from ${traitsDue} due order by id limit 1
    ), common as materialized (
      select c.trait, c.value from due join trait_counts c on c.issuer = due.issuer and c.taxon = due.taxon order by c.tokens desc, c.trait, c.value limit ${maxSets}
    ), stems as materialized (
      select name_stem(n.name) as stem, (n.sequence - due.first)::int as place from due join nfts n on n.issuer = due.issuer and n.taxon = due.taxon
      where not n.burned and n.name is not null and n.sequence >= due.first and n.sequence < due.first + due.size
    ), members as (
      select 'trait' as kind, c.trait as name, c.value, (t.sequence - due.first)::int as place
      from due cross join common c cross join lateral (
        select ${sequenceOf(sql`t.nft_id`)} as sequence from nft_traits t
        where t.issuer = due.issuer and t.taxon = due.taxon and t.trait = c.trait and t.value = c.value offset 0
      ) t where t.sequence >= due.first and t.sequence < due.first + due.size
      union all
      select 'stem', s.name, case s.name when 'all' then '' else stem end, place from stems cross join (values ('all'), ('one')) s(name)
      where (select count(distinct stem) from stems) < ${maxSets}
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

/** One condition: works in one of the sets, or in none of them. Works without a condition are in `everything`. */
interface Asked {
  kind: 'state' | 'trait'
  name: Value
  value: Value
  isIn: boolean
}

function askedStates(filter: ItemFilter): Asked[] {
  const wanted: [state: WorkState, isIn: boolean | undefined][] = [
    ['listed', filter.buyable],
    ['auction', filter.auction],
    ...flags.map((flag): [WorkState, boolean | undefined] => [flag, filter[flag]]),
  ]
  if (filter.status === 'listed') wanted.push(['listed', true])
  if (filter.status === 'unlisted') wanted.push(['listed', false])
  if (filter.status === 'sale') wanted.push(['listed', true], ['held', true])
  return [
    { kind: 'state', name: 'everything', value: 'everything', isIn: true },
    ...wanted.flatMap(([state, isIn]) =>
      isIn === undefined ? [] : [{ kind: 'state' as const, name: state, value: state, isIn }],
    ),
  ]
}

/** Works that a condition on rows of `nfts n` chooses, as a set of the range `k`. */
const setOfRows = (
  { issuer, taxon }: Identity,
  where: SQL,
) => sql`work_set(array(select (n.sequence - k.first)::int from nfts n
  where n.issuer = ${issuer} and n.taxon = ${taxon} and n.sequence >= k.first and n.sequence < k.first + k.size and not n.burned and ${where}), k.size)`

/** The filters that sets can answer alone or together with rows; others are answered by rows. */
export const isBySets = (filter: ItemFilter) => {
  const { pattern, isByStem, owner, priceMin, priceMax, traits } = filter
  if (pattern !== null && !isByStem) return false
  return (
    (owner === null && priceMin === null && priceMax === null) ||
    traits.length > 0 ||
    pattern !== null ||
    askedStates(filter).length > 1
  )
}

const askedTraits = ({ traits }: ItemFilter): Asked[] =>
  traits.flatMap(([name, values]) =>
    values.map((value) => ({ kind: 'trait', name, value, isIn: true }) as const),
  )

/** Works whose name contains a text that ends with a letter, as a set: no row where their names are not kept. */
const setOfNames = ({ issuer, taxon }: Identity, pattern: Value) => sql`
  select 'name', coalesce(bit_or(s.works), work_set('{}', max(k.size))), true from k
  join work_sets a on a.issuer = ${issuer} and a.taxon = ${taxon} and a.kind = 'stem' and a.name = 'all' and a.first = k.first and a.size = k.size
  left join work_sets s on s.issuer = ${issuer} and s.taxon = ${taxon} and s.kind = 'stem' and s.name = 'one' and s.first = k.first and s.size = k.size
    and s.value like search_text(${pattern}) having count(*) > 0`

/**
 * What is asked for as rows `conditions(name, works)`: the type of a trait, or another name. There are none in a collection without
 * sets. `others` are conditions of their own, as rows of the same columns and true.
 */
function conditionRows({ issuer, taxon }: Identity, asked: Asked[], others: SQL[]): SQL {
  const isSame = (one: Asked, other: Asked) =>
    one.kind === other.kind && one.name === other.name && one.isIn === other.isIn
  const groups = asked.filter((one, place) => asked.findIndex((other) => isSame(one, other)) === place)
  const records = asked.map(
    ({ kind, name, value, isIn }) => sql`(${kind}::text, ${name}::text, ${value}::text, ${isIn}::boolean)`,
  )
  // The few works with a rare value, which has no set.
  const rare = sql`case when a.kind = 'trait' then work_set(array(select (${sequenceOf(sql`t.nft_id`)} - k.first)::int from nft_traits t
    where t.issuer = ${issuer} and t.taxon = ${taxon} and t.trait = a.name and t.value = a.value
      and ${sequenceOf(sql`t.nft_id`)} >= k.first and ${sequenceOf(sql`t.nft_id`)} < k.first + k.size), k.size) end`
  return sql`k as materialized (
      select first, size from collection_sets where issuer = ${issuer} and taxon = ${taxon} and size > 0
    ), asked as materialized (
      select a.*, coalesce(s.works, ${rare}) as works
      from (values ${sql.join([sql`(null::text, null::text, null::text, null::boolean)`, ...records], sql`, `)}) a(kind, name, value, is_in)
      cross join k left join work_sets s on s.issuer = ${issuer} and s.taxon = ${taxon} and s.kind = a.kind and s.value = a.value
        and s.name = case a.kind when 'trait' then a.name else '' end and s.first = k.first and s.size = k.size
      where a.kind is not null
    ), found as materialized (
      select name, case when is_in then bit_or(works) else ~bit_or(works) end as works, bool_and(works is not null) as complete
      from asked group by kind, name, is_in
      ${others.length === 0 ? sql`` : sql`union all ${sql.join(others, sql` union all `)}`}
    ), conditions as materialized (
      select name, works from found where (select count(*) = ${groups.length + others.length} and bool_and(complete) from found)
    )`
}

/** The conditions of a filter, for counting: `conditions(name, works)`, the type of a trait or another name for each. */
export function conditionSets(filter: ItemFilter, collection: Identity): SQL {
  const { pattern, owner, priceMin, priceMax } = filter
  const others: SQL[] = []
  if (pattern !== null) others.push(setOfNames(collection, pattern))
  if (owner !== null)
    others.push(sql`select 'owner', ${setOfRows(collection, sql`n.owner = ${owner}`)}, true from k`)
  const prices = [
    priceMin === null ? [] : [sql`n.price_drops >= ${priceMin}::numeric`],
    priceMax === null ? [] : [sql`n.price_drops <= ${priceMax}::numeric`],
  ].flat()
  if (prices.length > 0)
    others.push(sql`select 'price', ${setOfRows(collection, sql.join(prices, sql` and `))}, true from k`)
  return conditionRows(collection, [...askedStates(filter), ...askedTraits(filter)], others)
}

/** Matches up to which a page is chosen among all of them; with more, its order is followed until it is full. */
const maxFew = 2000

const fewColumns = sql`n.id, n.issuer, n.taxon, n.sequence, n.owner, n.burned, n.flags, n.name, n.price_drops, n.listed_ledger, n.rarity_rank`

export interface PageSets {
  /** Common table expressions. */
  ctes: SQL
  /** On `nfts n`: whether a token matches; `exactly` says so in a collection without sets. */
  matches: (exactly: SQL) => SQL
  /** Whether the page is to be chosen from `few n`, and not from `nfts n`. */
  isFew: SQL
}

/** The works of an owner, when the filter names one who has few. */
export function worksOfOwner({ owner }: ItemFilter): PageSets | null {
  if (owner === null) return null
  return {
    ctes: sql`few as materialized (select ${fewColumns} from nfts n where n.owner = ${owner} and not n.burned limit ${maxFew + 1})`,
    matches: (exactly) => exactly,
    isFew: sql`(select count(*) <= ${maxFew} from few)`,
  }
}

/** The conditions of a page that sets can answer: those that change with the metadata of a work alone. Null when there are none. */
export function pageSets(filter: ItemFilter, collection: Identity): PageSets | null {
  const byName = filter.isByStem ? filter.pattern : null
  const asked = [
    ...askedStates(filter).filter(({ name: state }) => flags.some((flag) => flag === state)),
    ...askedTraits(filter),
  ]
  if (asked.length === 0 && byName === null) return null
  const { issuer, taxon } = collection
  return {
    ctes: sql`${conditionRows(collection, asked, byName === null ? [] : [setOfNames(collection, byName)])}, chosen as materialized (
      select bit_and(works) as works, bit_count(bit_and(works)) as matches from conditions
    ), places as materialized (
      select sum(length(gap) + 1) over (order by turn) - 1 as place, turn from chosen, string_to_table(works::text, '1') with ordinality gaps(gap, turn)
      where matches <= ${maxFew}
    ), few as materialized (
      select ${fewColumns} from nfts n where n.issuer = ${issuer} and n.taxon = ${taxon}
        and n.sequence = any(array(select first + place::int from k, places, chosen where turn <= matches))
    )`,
    matches: (exactly) => sql`case when (select matches is null from chosen) then ${exactly}
      when n.sequence >= (select first from k) and n.sequence < (select first + size from k)
      then get_bit((select works from chosen), (n.sequence - (select first from k))::int) = 1 else false end`,
    isFew: sql`(select coalesce(matches <= ${maxFew}, false) from chosen)`,
  }
}
