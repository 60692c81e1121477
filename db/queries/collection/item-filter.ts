import { and, eq, inArray, isNull, ne, not, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { demandItems } from '#db/schema/on-demand.ts'
import { nfts } from '#db/schema/tokens.ts'
import { nftokenFlags } from '#contract/rules/ledger.ts'
import { splitTrait } from '#contract/rules/list-addresses.ts'
import type { CollectionNftsQuery } from '#contract/schemas/lists.ts'
import { type Identity, issuerPart } from '#db/sql/identity.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'
import { containsText } from '#db/sql/folded-text.ts'
import { isIssuedListing } from '#db/queries/nft/cards.ts'

/**
 * True if a token of `nfts` is listed in an issued currency, as shown on its card. The query reads the issuer's
 * listings once, using the issuer account that every NFTokenID contains.
 */
const isListedInIssued = (collection: Identity, { marketplace }: MarketRules): SQL => sql`${nfts.id} in (
  select offers.nft_id from offers where substr(offers.nft_id, 9, 40) = ${issuerPart(collection)}
    and ${isIssuedListing(marketplace)}
    and not exists (select 1 from auctions a where a.nft_id = offers.nft_id and a.state = 'running'))`

// The items of a collection are its tokens and its unsold on-demand items. Each filter is a separate `if`: in
// `sharedConditions` if both kinds have the filtered column, and otherwise in both of the other functions.

/** Columns that lists compare, which both tokens and items have. */
type Work = Record<
  'owner' | 'flags' | 'searchName' | 'priceDrops' | 'listedLedger' | 'rarityRank',
  SQLWrapper
>

/** An on-demand item belongs to its issuer. The name of a hidden item is not compared. */
export const demandWork: Work = {
  owner: demandItems.issuer,
  flags: demandItems.flags,
  searchName: sql`case when not ${demandItems.hidden} then search_text(${demandItems.name}) end`,
  priceDrops: sql`case when ${demandItems.state} = 'for_sale' and ${demandItems.currency} is null
    then ${demandItems.priceDrops} end`,
  listedLedger: sql`null::bigint`,
  rarityRank: sql`null::integer`,
}

const flags = ['burnable', 'onlyXRP', 'trustLine', 'transferable'] as const

function sharedConditions(work: Work, filter: CollectionNftsQuery): SQL[] {
  const conditions: SQL[] = []
  if (filter.name) conditions.push(containsText(work.searchName, filter.name))
  if (filter.owner !== undefined) conditions.push(sql`${work.owner} = ${filter.owner}`)
  if (filter.price_min !== undefined) conditions.push(sql`${work.priceDrops} >= ${filter.price_min}`)
  if (filter.price_max !== undefined) conditions.push(sql`${work.priceDrops} <= ${filter.price_max}`)
  for (const flag of flags) {
    if (filter[flag] !== undefined)
      conditions.push(sql`(${work.flags} & ${sql.raw(String(nftokenFlags[flag]))} <> 0) = ${filter[flag]}`)
  }
  return conditions
}

/** Returns the required traits with the accepted values of each. A match needs one accepted value of every trait. */
export function traitsOf(filter: CollectionNftsQuery): Map<string, string[]> {
  const byTrait = new Map<string, string[]>()
  for (const pair of filter.trait ?? []) {
    const parts = splitTrait(pair)
    if (parts !== null) byTrait.set(parts.trait, [...(byTrait.get(parts.trait) ?? []), parts.value])
  }
  return byTrait
}

/** Selects the tokens of a collection that have one of the accepted values of a trait. Uses an index. */
export const selectWithTrait = ({ issuer, taxon }: Identity, trait: string, values: string[]): SQL =>
  sql`select t.nft_id from nft_traits t
    where t.issuer = ${issuer} and t.taxon = ${taxon} and t.trait = ${trait} and t.value in ${values}`

/**
 * True if a token is on auction. The query reads the issuer's auctions once, using the issuer account that every
 * NFTokenID contains.
 */
const isOnAuction = (collection: Identity) =>
  sql`${nfts.id} in (select nft_id from auctions
    where substr(nft_id, 9, 40) = ${issuerPart(collection)} and state = 'running')`

/** False for a token that was minted for a buyer who did not pay, because it is shown as an on-demand item. */
export const isNotInventory = ({
  issuer,
  taxon,
}: Identity): SQL => sql`${nfts.id} not in (select d.token_id from demand_items d
  where d.issuer = ${issuer} and d.taxon = ${taxon} and d.token_id is not null and d.state in ('draft', 'for_sale'))`

/** Returns the conditions for matching rows of `nfts`. */
export function tokenConditions(
  collection: Identity,
  filter: CollectionNftsQuery,
  rules: MarketRules,
): SQL | undefined {
  const { issuer, taxon } = collection
  const isListedItem = sql`(${nfts.priceDrops} is not null or ${isListedInIssued(collection, rules)})`
  const conditions = [
    sql`${nfts.issuer} = ${issuer} and ${nfts.taxon} = ${taxon} and not ${nfts.burned}`,
    isNotInventory(collection),
    ...sharedConditions(nfts, filter),
  ]
  if (filter.demand === true || filter.mintable === true) conditions.push(sql`false`)
  if (filter.status === 'listed' || filter.buyable === true) conditions.push(isListedItem)
  if (filter.status === 'unlisted' || filter.buyable === false) conditions.push(not(isListedItem))
  if (filter.status === 'sale')
    conditions.push(isListedItem, ne(nfts.owner, nfts.issuer), ne(nfts.owner, rules.marketplace))
  if (filter.auction !== undefined)
    conditions.push(filter.auction ? isOnAuction(collection) : not(isOnAuction(collection)))
  // Postgres is slow to plan joins of many traits and plans them badly. It plans an intersection instantly.
  const ofTraits = [...traitsOf(filter)].map(([trait, values]) => selectWithTrait(collection, trait, values))
  if (ofTraits.length > 0) conditions.push(sql`${nfts.id} in (${sql.join(ofTraits, sql` intersect `)})`)
  return and(...conditions)
}

/**
 * Returns the conditions for matching rows of `demand_items`. Items have no traits and are never on auction. Prints are
 * sold on the pages of their editions instead.
 */
export function demandConditions({ issuer, taxon }: Identity, filter: CollectionNftsQuery): SQL | undefined {
  const conditions = [
    sql`${demandItems.issuer} = ${issuer} and ${demandItems.taxon} = ${taxon}`,
    inArray(demandItems.state, ['draft', 'for_sale']),
    isNull(demandItems.editionId),
    ...sharedConditions(demandWork, filter),
  ]
  if (filter.demand === false || filter.mintable === false) conditions.push(sql`false`)
  if (filter.status === 'sale' || filter.auction === true || traitsOf(filter).size > 0)
    conditions.push(sql`false`)
  if (filter.mintable === true || filter.status === 'listed' || filter.buyable === true)
    conditions.push(eq(demandItems.state, 'for_sale'))
  if (filter.status === 'unlisted' || filter.buyable === false)
    conditions.push(eq(demandItems.state, 'draft'))
  return and(...conditions)
}

export const hasUnsoldItems = ({ issuer, taxon }: Identity): SQL => sql`exists (select 1 from demand_items d
  where d.issuer = ${issuer} and d.taxon = ${taxon} and d.state in ('draft', 'for_sale') and d.edition_id is null)`

/** True if the filter matches the whole collection. */
export function isWhole({
  id: _id,
  sort: _sort,
  marker: _marker,
  after: _after,
  name,
  trait,
  ...flags
}: CollectionNftsQuery) {
  return !name && (trait ?? []).length === 0 && Object.values(flags).every((value) => value === undefined)
}
