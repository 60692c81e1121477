import { type SQL, sql } from 'drizzle-orm'
import { type Identity, issuerPart } from './collections.ts'
import type { ItemFilter, NameParts, Value } from './item-filter.ts'
import { flags, type NameSets, sequenceOf, type WorkState } from './work-sets.ts'

// Conditions of a filter as sets of a large collection. Each has a row of `conditions(kind, name, works)`: `trait` and the type of the trait,
// or another kind and what it is about. Without sets there are none.

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

/**
 * Works with a price as a set of the range `k`. Read in its order from an index alone, which has their numbers in the ids; the offset
 * keeps a number from being computed twice.
 */
const setOfPrices = (
  { issuer, taxon }: Identity,
  where: SQL,
) => sql`work_set(array(select place::int from k, lateral (
    select ${sequenceOf(sql`n.id`)} - k.first as place from nfts n where n.issuer = ${issuer} and n.taxon = ${taxon} and not n.burned and ${where}
    order by n.price_drops, n.id offset 0) n where place >= 0 and place < k.size), k.size)`

/** Works of an owner by the issuer, also of other collections, as a set of the range `k`: from an index alone, too. */
const setOfOwner = (
  collection: Identity,
  owner: Value,
) => sql`work_set(array(select place::int from k, lateral (
    select ${sequenceOf(sql`n.id`)} - k.first as place from nfts n where n.owner = ${owner}
      and substr(n.id, 9, 40) = ${issuerPart(collection)}
    order by n.owner, n.id offset 0) n where place >= 0 and place < k.size), k.size)`

/** Works whose name contains a text of no part that has sets: every name is compared. */
const setOfOtherNames = (
  { issuer, taxon }: Identity,
  pattern: Value,
) => sql`work_set(array(select place::int from k, lateral (
    select n.sequence - k.first as place from nfts n where n.issuer = ${issuer} and n.taxon = ${taxon} and n.sequence >= k.first
      and n.sequence < k.first + k.size and ${hasName(pattern)} order by n.sequence offset 0) n), k.size)`

/** Whether works are counted faster by sets than by the rows of one index. */
export const isCountedBySets = (filter: ItemFilter) => {
  const { pattern, owner, priceMin, priceMax, traits } = filter
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

/** Whether a name contains a text. One in ASCII is compared at a tenth of the cost: all its characters are single bytes, without accents. */
export const hasName = (
  pattern: Value,
) => sql`case when octet_length(n.name) = char_length(n.name) then lower(n.name) else search_text(n.name) end
  like (select search_text(${pattern}))`

/** Whether there are sets for a part of the names. */
const isBySetsOfNames = ({ stem, digit, pairs }: NameParts) =>
  stem !== null || digit !== null || pairs !== null

/** Works whose names have the parts, as `named(works)`: no row where names are not kept. Smaller collections have no sets of triples. */
function namedSets({ issuer, taxon }: Identity, { stem, digit, pairs, triples }: NameParts): SQL {
  const none = sql`work_set('{}', max(k.size))`
  const any = sql`coalesce(bit_or(one.works), ${none})`
  const every = (list: Value) =>
    sql`case when count(one.works) = cardinality(string_to_array(${list}, ',')) then bit_and(one.works) else ${none} end`
  const among = (list: Value) => sql`one.value = any(string_to_array(${list}, ','))`
  const part = (kind: NameSets, works: SQL, where: SQL) => sql`select ${works} as works from k
    join work_sets every on every.issuer = ${issuer} and every.taxon = ${taxon} and every.kind = ${kind} and every.name = 'all'
      and every.first = k.first and every.size = k.size
    left join work_sets one on one.issuer = ${issuer} and one.taxon = ${taxon} and one.kind = ${kind} and one.name = 'one'
      and one.first = k.first and one.size = k.size and ${where} having count(*) > 0`
  const parts = [
    stem === null ? [] : [part('stem', any, sql`one.value like search_text(${stem})`)],
    digit === null ? [] : [part('digits', any, sql`one.value like '%' || ${digit} || '%'`)],
    pairs === null ? [] : [part('digits', every(pairs), among(pairs))],
    triples === null ? [] : [part('triples', every(triples), among(triples))],
  ].flat()
  return sql`named as materialized (select bit_and(works) as works from (${sql.join(parts, sql` union all `)}) parts having count(*) > 0)`
}

/**
 * Those of the works `named` whose name really contains the text. Burned ones are in no set of states; a condition on them would let the
 * planner read another index than that of numbers.
 */
const setOfNames = ({ issuer, taxon }: Identity, pattern: Value) => sql`
  select 'row', 'name', work_set(array(select (n.sequence - k.first)::int from nfts n where n.issuer = ${issuer} and n.taxon = ${taxon}
    and n.sequence = any(array(select k.first + place from unnest(work_places(named.works)) place)) and ${hasName(pattern)}), k.size), true from k, named`

/** What is asked for, as `conditions`. `more` are conditions of their own, as rows of the same columns and true. */
function conditionRows(
  collection: Identity,
  asked: Asked[],
  { pattern, named }: ItemFilter,
  more: SQL[],
  { namesExactly = false, onlyWithTraits = false },
): SQL {
  const { issuer, taxon } = collection
  const byName = pattern !== null && isBySetsOfNames(named)
  const names =
    named.areAll || !namesExactly
      ? sql`select 'row', 'name', works, true from named`
      : setOfNames(collection, pattern)
  const others = byName ? [...more, names] : more

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
      select first, size, last from collection_sets where issuer = ${issuer} and taxon = ${taxon} and size > 0 ${onlyWithTraits ? sql`and trait_marks is not null` : sql``}
    ), ${byName ? sql`${namedSets(collection, named)}, ` : sql``}asked as materialized (
      select a.*, coalesce(s.works, ${rare}) as works
      from (values ${sql.join([sql`(null::text, null::text, null::text, null::boolean)`, ...records], sql`, `)}) a(kind, name, value, is_in)
      cross join k left join work_sets s on s.issuer = ${issuer} and s.taxon = ${taxon} and s.kind = a.kind and s.value = a.value
        and s.name = case a.kind when 'trait' then a.name else '' end and s.first = k.first and s.size = k.size
      where a.kind is not null
    ), found as materialized (
      select kind, name, case when is_in then bit_or(works) else ~bit_or(works) end as works, bool_and(works is not null) as complete
      from asked group by kind, name, is_in
      ${others.length === 0 ? sql`` : sql`union all ${sql.join(others, sql` union all `)}`}
    ), conditions as materialized (
      select kind, name, works from found where (select count(*) = ${groups.length + others.length} and bool_and(complete) from found)
    )`
}

/** The conditions of a filter, for counting; `onlyWithTraits` where the sets of all traits are read beside them. */
export function conditionSets(filter: ItemFilter, collection: Identity, onlyWithTraits = false): SQL {
  const { pattern, named, owner, priceMin, priceMax } = filter
  const others: SQL[] = []
  if (pattern !== null && !isBySetsOfNames(named))
    others.push(sql`select 'row', 'name', ${setOfOtherNames(collection, pattern)}, true from k`)
  if (owner !== null) others.push(sql`select 'row', 'owner', ${setOfOwner(collection, owner)}, true from k`)
  const prices = [
    priceMin === null ? [] : [sql`n.price_drops >= ${priceMin}::numeric`],
    priceMax === null ? [] : [sql`n.price_drops <= ${priceMax}::numeric`],
  ].flat()
  if (prices.length > 0)
    others.push(
      sql`select 'row', 'price', ${setOfPrices(collection, sql.join(prices, sql` and `))}, true from k`,
    )
  const asked = [...askedStates(filter), ...askedTraits(filter)]
  return conditionRows(collection, asked, filter, others, { namesExactly: true, onlyWithTraits })
}

/**
 * Those of a page: only such as change with the metadata of a work alone, since sets are as of the last round of the cron. Names and
 * flags are to be compared all the same. Null when there are none.
 */
export function lastingSets(filter: ItemFilter, collection: Identity): SQL | null {
  const asked = [
    ...askedStates(filter).filter(({ name: state }) => flags.some((flag) => flag === state)),
    ...askedTraits(filter),
  ]
  const byName = filter.pattern !== null && isBySetsOfNames(filter.named)
  return asked.length === 0 && !byName ? null : conditionRows(collection, asked, filter, [], {})
}
