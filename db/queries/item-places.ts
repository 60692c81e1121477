import { type SQL, sql } from 'drizzle-orm'
import { nftokenFlags } from '#worker/contract/ledger.ts'
import type { Identity } from './collections.ts'
import { isListedInIssued } from './issued-listings.ts'
import type { ItemFilter } from './item-filter.ts'
import type { MarketRules } from './market-rules.ts'
import { hasName } from './name-sets.ts'
import { flags } from './work-sets.ts'

// The items of a collection are its tokens and the on-demand works that nobody has bought. Both are read as `n` with the columns of tokens.

/**
 * Each is looked up by the work: the offset keeps the planner, which expects one work and one trait, from comparing all works with all
 * that have the trait.
 */
export const traitConditions = (traits: ItemFilter['traits']): SQL[] =>
  traits.map(
    ([trait, values]) =>
      sql`exists (select 1 from nft_traits t where t.nft_id = n.id and t.trait = ${trait} and t.value in ${values} offset 0)`,
  )

/** Those that a row of `nfts n` alone answers. */
export function ownConditions(filter: ItemFilter): SQL {
  const all: SQL[] = [sql`true`]
  for (const flag of flags) {
    const wanted = filter[flag]
    if (wanted !== undefined) all.push(sql`((n.flags & ${nftokenFlags[flag]}::int) <> 0) = ${wanted}`)
  }
  if (filter.name !== null) all.push(hasName(filter.name))
  return sql.join(all, sql` and `)
}

/** Conditions of the filters on `nfts n` that the ledger does not change. */
export const lastingConditions = (filter: ItemFilter): SQL =>
  sql.join([ownConditions(filter), ...traitConditions(filter.traits)], sql` and `)

/** Conditions of the filters on `nfts n` of one collection; `listed` is the condition for being on sale. */
function conditions(
  filter: ItemFilter,
  collection: Identity,
  { marketplace }: MarketRules,
  listed: SQL,
  lasting: SQL,
): SQL {
  const all: SQL[] = [sql`n.issuer = ${collection.issuer} and n.taxon = ${collection.taxon} and not n.burned`]
  if (filter.status === 'listed' || filter.buyable === true) all.push(listed)
  if (filter.status === 'unlisted' || filter.buyable === false) all.push(sql`not ${listed}`)
  if (filter.status === 'sale') {
    all.push(sql`n.owner <> n.issuer and n.owner <> ${marketplace} and ${listed}`)
  }
  if (filter.auction !== undefined) {
    const running = sql`exists (select 1 from auctions a where a.nft_id = n.id and a.state = 'running')`
    all.push(filter.auction ? running : sql`not ${running}`)
  }
  if (filter.owner !== null) all.push(sql`n.owner = ${filter.owner}`)
  if (filter.priceMin !== null) all.push(sql`n.price_drops >= ${filter.priceMin}::numeric`)
  if (filter.priceMax !== null) all.push(sql`n.price_drops <= ${filter.priceMax}::numeric`)
  all.push(lasting)
  return sql.join(all, sql` and `)
}

export const tokens = sql`nfts n`

/** Unsold on-demand items with the columns of tokens of their issuer; the names of hidden items are left out. */
export const items = sql`(
  select d.id::text as id, d.issuer, d.taxon, 10000000000 + extract(epoch from d.created_at)::bigint as sequence,
    d.issuer as owner, false as burned, d.flags, case when d.hidden then null else d.name end as name,
    case when d.state = 'for_sale' then d.price_drops end as price_drops, null::bigint as listed_ledger, null::integer as rarity_rank
  from demand_items d where d.state in ('draft', 'for_sale')) n`

/** A token that was minted for a buyer who did not pay is shown as its item. Evaluated once per collection, not per token. */
export const noInventory = (
  { issuer, taxon }: Identity,
  id = sql`n.id`,
) => sql`${id} not in (select d.token_id from demand_items d
  where d.issuer = ${issuer} and d.taxon = ${taxon} and d.token_id is not null and d.state in ('draft', 'for_sale'))`

export const hasItems = ({ issuer, taxon }: Identity) => sql`exists (select 1 from demand_items d
  where d.issuer = ${issuer} and d.taxon = ${taxon} and d.state in ('draft', 'for_sale'))`

export const inXrp = sql`(n.price_drops is not null)`

export const onlyItems = (filter: ItemFilter) => filter.demand === true || filter.mintable === true

export const isOnlyListed = ({ status, buyable }: ItemFilter) =>
  status === 'listed' || status === 'sale' || buyable === true

/** Only tokens have rows of traits. */
export const hasNoItems = ({ demand, mintable, traits }: ItemFilter) =>
  demand === false || mintable === false || traits.length > 0

/** Where to search: `demand` and `mintable` choose between tokens and items. `lasting` replaces conditions of tokens. */
export function places(
  filter: ItemFilter,
  collection: Identity,
  rules: MarketRules,
  exactly = lastingConditions(filter),
  lasting = exactly,
) {
  const noTokens = onlyItems(filter)
  const issued = isListedInIssued(collection, rules)
  const whereListed = (listed: SQL) => {
    const where = conditions(filter, collection, rules, listed, lasting)
    return noTokens ? sql`${where} and false` : sql`${where} and ${noInventory(collection)}`
  }
  const where = conditions(filter, collection, rules, inXrp, exactly)
  const priced = filter.mintable === true ? sql` and n.price_drops is not null` : sql``
  return {
    tokens: whereListed(sql`(${inXrp} or ${issued})`),
    /** Tokens with a price in XRP and tokens without one, in separate queries, so that the plan need not scan every token. */
    priced: whereListed(inXrp),
    unpriced: whereListed(issued),
    /** The latter, among what is listed in an issued currency. */
    issued: whereListed(sql`true`),
    items: hasNoItems(filter) ? sql`${where} and false` : sql`${where}${priced}`,
  }
}
