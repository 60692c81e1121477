import { type SQL, sql } from 'drizzle-orm'
import type { Identity } from './collections.ts'
import type { ItemFilter, Value } from './item-filter.ts'
import { setOfNames, worksNamed, worksPerhapsNamed } from './name-sets.ts'
import { setOfPrices } from './price-sets.ts'
import { flags, sequenceOf, type WorkState } from './work-sets.ts'

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

/** Works of an owner as a set of the range `k`: one with many has a set; those of another are read from an index alone. */
const setOfOwner = ({ issuer, taxon }: Identity, owner: Value) => sql`coalesce(
  (select s.works from work_sets s where s.issuer = ${issuer} and s.taxon = ${taxon} and s.kind = 'owner' and s.name = '' and s.value = ${owner}
    and s.first = k.first and s.size = k.size),
  work_set(array(select place::int from k, lateral (
    select ${sequenceOf(sql`n.id`)} - k.first as place from nfts n where n.owner = ${owner} and n.issuer = ${issuer} and n.taxon = ${taxon} and not n.burned
    order by n.owner, n.issuer, n.taxon, n.id offset 0) n where place >= 0 and place < k.size), k.size))`

const askedTraits = ({ traits }: ItemFilter): Asked[] =>
  traits.flatMap(([name, values]) =>
    values.map((value) => ({ kind: 'trait', name, value, isIn: true }) as const),
  )

/** What is asked for, as `conditions`. `more` are conditions of their own, as rows of the same columns and true. */
function conditionRows(
  collection: Identity,
  asked: Asked[],
  { name: text }: ItemFilter,
  more: SQL[],
  { namesExactly = false, onlyWithTraits = false },
): SQL {
  const { issuer, taxon } = collection
  // Facets of a trait are counted without its own condition.
  const others = sql`(select bit_and(works) from found where kind <> 'trait')`
  const names = namesExactly ? setOfNames(collection, text, others) : worksPerhapsNamed
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
    ), ${text === null ? sql`` : sql`${worksNamed(collection, text)}, `}asked as materialized (
      select a.*, coalesce(s.works, ${rare}) as works
      from (values ${sql.join([sql`(null::text, null::text, null::text, null::boolean)`, ...records], sql`, `)}) a(kind, name, value, is_in)
      cross join k left join work_sets s on s.issuer = ${issuer} and s.taxon = ${taxon} and s.kind = a.kind and s.value = a.value
        and s.name = case a.kind when 'trait' then a.name else '' end and s.first = k.first and s.size = k.size
      where a.kind is not null
    ), found as materialized (
      select kind, name, case when is_in then bit_or(works) else ~bit_or(works) end as works, bool_and(works is not null) as complete
      from asked group by kind, name, is_in
      ${more.length === 0 ? sql`` : sql`union all ${sql.join(more, sql` union all `)}`}
    ), conditions as materialized (
      select kind, name, works from (
        select kind, name, works from found ${text === null ? sql`` : sql`union all select 'row', 'name', (${names})`}
      ) all_of where (select count(*) = ${groups.length + more.length} and coalesce(bool_and(complete), true) from found)
    )`
}

/** The conditions of a filter, for counting; `onlyWithTraits` where the sets of all traits are read beside them. */
export function conditionSets(filter: ItemFilter, collection: Identity, onlyWithTraits = false): SQL {
  const { owner, priceMin, priceMax } = filter
  const others: SQL[] = []
  if (owner !== null) others.push(sql`select 'row', 'owner', ${setOfOwner(collection, owner)}, true from k`)
  if (priceMin !== null || priceMax !== null)
    others.push(sql`select 'row', 'price', ${setOfPrices(collection, priceMin, priceMax)}, true from k`)
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
  return asked.length === 0 && filter.name === null ? null : conditionRows(collection, asked, filter, [], {})
}
