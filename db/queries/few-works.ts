import { type SQL, sql } from 'drizzle-orm'
import { type Identity, issuerPart } from './collections.ts'
import type { ItemFilter } from './item-filter.ts'
import { listedInIssued } from './issued-listings.ts'
import type { MarketRules } from './market-rules.ts'
import { lastingSets } from './set-conditions.ts'

// A page follows the index of its order until it is full. In a large collection of which few works match, that reads all of it. So what
// a filter asks for is looked up first, by what has an index: where one condition leaves few works, the page is chosen among these.

/** Works up to which a page is chosen among all of them. */
const maxFew = 2000

const columns = sql`n.id, n.issuer, n.taxon, n.sequence, n.owner, n.burned, n.flags, n.name, n.price_drops, n.listed_ledger, n.rarity_rank`

export interface FewWorks {
  /** Common table expressions. */
  ctes: SQL
  /** Conditions that sets know, on `nfts n`: whether a token matches; `exactly` says so in a collection without sets. */
  matches: (exactly: SQL) => SQL
  /** Whether the page is to be chosen from `few n`, which has at least what matches, and not from `nfts n`. */
  isFew: SQL
}

/** Works that one condition leaves, and whether they are few. */
interface Source {
  name: string
  rows: SQL
  isFew: SQL
}

/**
 * Works that `select` selects. They are counted first with nothing but a number of each, by an index alone, because reading them takes ten
 * times as long, and is for nothing where they are many.
 */
function counted(name: string, select: (what: SQL) => SQL, rows = select(columns)): Source {
  const isAtMost = (from: SQL) => sql`(select count(*) <= ${maxFew} from ${from})`
  return {
    name,
    rows: sql`${rows} limit ${maxFew + 1}`,
    isFew: sql`(${isAtMost(sql`(${select(sql`1`)} limit ${maxFew + 1}) c`)} and ${isAtMost(sql.raw(name))})`,
  }
}

const ownersWorks = 'by_owner'

const byOwner = ({ owner }: ItemFilter, { issuer, taxon }: Identity): Source[] =>
  owner === null
    ? []
    : [
        counted(
          ownersWorks,
          (
            what,
          ) => sql`select ${what} from nfts n where n.owner = ${owner} and n.issuer = ${issuer} and n.taxon = ${taxon} and not n.burned
            order by n.owner, n.issuer, n.taxon, n.id`,
        ),
      ]

/** What sets leave, and `newer` works, of which they know nothing. */
const bySets = ({ issuer, taxon }: Identity): Source => ({
  name: 'by_sets',
  rows: sql`select ${columns} from nfts n where n.issuer = ${issuer} and n.taxon = ${taxon}
      and n.sequence = any(array(select first + place from k, chosen, unnest(work_places(works)) place where matches <= ${maxFew}))
    union all select * from newer`,
  isFew: sql`((select coalesce(matches <= ${maxFew}, false) from chosen) and (select count(*) <= ${maxFew} from newer))`,
})

/** What depends on the market as it is now, in a large collection; its other conditions are left to the page. */
function byMarket(filter: ItemFilter, { issuer, taxon }: Identity, rules: MarketRules): Source[] {
  const { sort, status, buyable, auction, priceMin, priceMax } = filter
  const isLarge = sql`exists (select 1 from collection_sets where issuer = ${issuer} and taxon = ${taxon})`
  const inCollection = sql`n.issuer = ${issuer} and n.taxon = ${taxon} and not n.burned`
  const found = (...of: Parameters<typeof counted>): Source => {
    const source = counted(...of)
    return { ...source, isFew: sql`(${isLarge} and ${source.isFew})` }
  }
  const byPrice = (where: SQL) => (what: SQL) =>
    sql`select ${what} from nfts n where ${isLarge} and ${inCollection} and ${where} order by n.price_drops, n.id`
  const withIssued = (name: string, where: SQL) => {
    const priced = byPrice(where)
    const rows = sql`select * from (
      (${priced(columns)} limit ${maxFew + 1}) union all
      select ${columns} from ${listedInIssued({ issuer, taxon }, rules)} where ${isLarge} and ${inCollection} and n.price_drops is null
    ) n`
    return found(name, priced, rows)
  }
  const byRarity = sort.startsWith('rarity')
  const sources: Source[] = []
  if (auction === true)
    sources.push(
      found(
        'by_auction',
        (
          what,
        ) => sql`select ${what} from auctions a cross join lateral (select * from nfts n where n.id = a.nft_id offset 0) n
          where a.state = 'running' and substr(a.nft_id, 9, 40) = ${issuerPart({ issuer, taxon })} and ${isLarge} and ${inCollection}`,
      ),
    )
  // Any other order than that of prices, which has them in a range of its index.
  if ((priceMin !== null || priceMax !== null) && !sort.startsWith('price') && sort !== 'unset') {
    const least = priceMin === null ? sql`true` : sql`n.price_drops >= ${priceMin}::numeric`
    const most = priceMax === null ? sql`true` : sql`n.price_drops <= ${priceMax}::numeric`
    sources.push(found('by_price', byPrice(sql`${least} and ${most} and n.price_drops is not null`)))
  }
  if (status === 'sale')
    sources.push(withIssued('by_sale', sql`n.owner <> n.issuer and n.price_drops is not null`))
  // Other orders have what is listed, and what is not, side by side.
  else if (byRarity && (status === 'listed' || buyable === true))
    sources.push(withIssued('by_listing', sql`n.price_drops is not null`))
  if (byRarity && (status === 'unlisted' || buyable === false))
    sources.push(found('by_no_listing', byPrice(sql`n.price_drops is null`)))
  return sources
}

/** The first of the sources that is few. */
function firstFew(sets: SQL | null, { issuer, taxon }: Identity, sources: Source[]): FewWorks {
  const turns = sources.map(({ isFew }, turn) => sql`when ${isFew} then ${sql.raw(String(turn))}`)
  const rows = sources.map(
    ({ name }, turn) =>
      sql`select * from ${sql.raw(name)} where (select source from first_few) = ${sql.raw(String(turn))}`,
  )
  const ctes = [
    ...(sets === null
      ? []
      : [
          // Without the double negation, the works would be compressed still, and be unpacked anew for each that is looked up.
          sql`${sets}, chosen as materialized (
            select ~ ~ bit_and(works) as works, bit_count(bit_and(works)) as matches from conditions
          ), newer as materialized (
            select ${columns} from nfts n where n.issuer = ${issuer} and n.taxon = ${taxon} and n.sequence > (select last from k)
            order by n.sequence limit ${maxFew + 1}
          )`,
        ]),
    ...sources.map(({ name, rows }) => sql`${sql.raw(name)} as materialized (${rows})`),
    sql`first_few as materialized (select case ${sql.join(turns, sql` `)} end as source)`,
    sql`few as materialized (${sql.join(rows, sql` union all `)})`,
  ]
  // Sets would be read for works of an owner with few, which are compared faster.
  const isOwned = sources[0]?.name === ownersWorks ? sql`(select source = 0 from first_few) or ` : sql``
  return {
    ctes: sql.join(ctes, sql`, `),
    isFew: sql`(select source is not null from first_few)`,
    matches: (exactly) =>
      sets === null
        ? exactly
        : sql`case when ${isOwned}(select matches is null from chosen) or n.sequence > (select last from k) then ${exactly}
      when n.sequence >= (select first from k) and n.sequence < (select first + size from k)
      then get_bit((select works from chosen), (n.sequence - (select first from k))::int) = 1 else false end`,
  }
}

/** The works of an owner, when the filter names one who has few. */
export function worksOfOwner(filter: ItemFilter, collection: Identity): FewWorks | null {
  const sources = byOwner(filter, collection)
  return sources.length === 0 ? null : firstFew(null, collection, sources)
}

/** What a page is chosen from; null where every page follows the index of its order. */
export function fewWorks(filter: ItemFilter, collection: Identity, rules: MarketRules): FewWorks | null {
  const sets = lastingSets(filter, collection)
  const sources = [
    ...byOwner(filter, collection),
    ...(sets === null ? [] : [bySets(collection)]),
    ...byMarket(filter, collection, rules),
  ]
  return sources.length === 0 ? null : firstFew(sets, collection, sources)
}
