import { eq, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { nfts } from '#db/schema/tokens.ts'
import type { CollectionNftsQuery, NftSort } from '#worker/contract/lists.ts'
import type { Identity } from './collections.ts'
import { type KeysetOrder, type KeysetPage, keysetPage, pageOrder } from './keyset.ts'
import { type MarketRules, selectCards } from './nft-cards.ts'

const n = sql.raw('n')
const column = (name: string) => sql`${n}.${sql.raw(name)}`

const orders: Record<NftSort, Omit<KeysetOrder, 'id'>> = {
  unset: { value: column('sequence'), descending: false, nullable: false, type: 'bigint' },
  price_inc: { value: column('price_drops'), descending: false, nullable: true, type: 'numeric' },
  price_dec: { value: column('price_drops'), descending: true, nullable: true, type: 'numeric' },
  listed_inc: { value: column('listed_ledger'), descending: false, nullable: true, type: 'bigint' },
  listed_dec: { value: column('listed_ledger'), descending: true, nullable: true, type: 'bigint' },
  // Increasing rarity: the most common first; rank 1 is the rarest.
  rarity_inc: { value: column('rarity_rank'), descending: true, nullable: true, type: 'integer' },
  rarity_dec: { value: column('rarity_rank'), descending: false, nullable: true, type: 'integer' },
}

const flagBits = { burnable: 1, onlyXRP: 2, trustLine: 4, transferable: 8 } as const

/** Text as a part of a LIKE pattern. */
export function likePart(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

function traitConditions(traits: string[], { issuer, taxon }: Identity): SQL[] {
  const byTrait = new Map<string, string[]>()
  for (const pair of traits) {
    const at = pair.indexOf(':')
    if (at < 1) continue
    const trait = pair.slice(0, at)
    byTrait.set(trait, [...(byTrait.get(trait) ?? []), pair.slice(at + 1)])
  }
  return [...byTrait].map(
    ([trait, values]) =>
      sql`exists (select 1 from nft_traits t where t.nft_id = n.id and t.issuer = ${issuer} and t.taxon = ${taxon} and t.trait = ${trait} and t.value in ${values})`,
  )
}

/** Conditions of the filters on `nfts n` of one collection. */
function conditions(filter: CollectionNftsQuery, collection: Identity, { marketplace }: MarketRules): SQL {
  const all: SQL[] = [sql`n.issuer = ${collection.issuer} and n.taxon = ${collection.taxon} and not n.burned`]
  if (filter.status === 'listed' || filter.buyable === true) all.push(sql`n.price_drops is not null`)
  if (filter.status === 'unlisted' || filter.buyable === false) all.push(sql`n.price_drops is null`)
  if (filter.status === 'sale') {
    all.push(sql`n.owner <> n.issuer and n.owner <> ${marketplace} and n.price_drops > 0`)
  }
  if (filter.auction !== undefined) {
    const running = sql`exists (select 1 from auctions a where a.nft_id = n.id and a.state = 'running')`
    all.push(filter.auction ? running : sql`not ${running}`)
  }
  // On-demand items are no tokens yet: nothing in this list can be minted.
  if (filter.mintable === true || filter.demand === true) all.push(sql`false`)
  for (const [name, bit] of Object.entries(flagBits)) {
    const wanted = filter[name as keyof typeof flagBits]
    if (wanted !== undefined) all.push(sql`((n.flags & ${bit}::int) <> 0) = ${wanted}`)
  }
  if (filter.owner !== undefined) all.push(sql`n.owner = ${filter.owner}`)
  if (filter.name !== undefined && filter.name !== '') {
    all.push(sql`search_text(n.name) like search_text(${likePart(filter.name)})`)
  }
  if (filter.price_min !== undefined) all.push(sql`n.price_drops >= ${filter.price_min}::numeric`)
  if (filter.price_max !== undefined) all.push(sql`n.price_drops <= ${filter.price_max}::numeric`)
  all.push(...traitConditions(filter.trait ?? [], collection))
  return sql.join(all, sql` and `)
}

/** A page of a collection's tokens as cards, with the value each was sorted by. */
export function queryCollectionNfts(
  db: Reader,
  rules: MarketRules,
  collection: Identity,
  filter: CollectionNftsQuery,
  page: KeysetPage,
) {
  const order = { ...orders[filter.sort], id: column('id') }
  const where = conditions(filter, collection, rules)
  const chosen = keysetPage(sql`nfts n`, where, order, page)
  return selectCards(db, rules, { sortValue: sql<string | null>`page.sort_value` })
    .innerJoin(sql`${chosen} page`, eq(nfts.id, sql`page.id`))
    .orderBy(pageOrder(order.descending))
}

/** How many tokens the filters leave. */
export function countCollectionNfts(
  db: Reader,
  rules: MarketRules,
  collection: Identity,
  filter: CollectionNftsQuery,
) {
  const where = conditions(filter, collection, rules)
  return db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(sql`nfts n`)
    .where(where)
}
