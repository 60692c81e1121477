import { desc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { nfts, nftTraits } from '#db/schema/tokens.ts'
import { traitCounts } from '#db/schema/trait-counts.ts'
import { type CollectionNftsQuery, mostCounted } from '#contract/schemas/lists.ts'
import type { Identity } from '#db/sql/identity.ts'
import { isWhole, selectWithTrait, tokenConditions, traitsOf } from '#db/queries/collection/item-filter.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'

/** How many values are shown of a collection that has more: the most common ones. */
const mostValues = 2000

/** The values of a collection's traits, each with the number of tokens that have it as of the statistics; the most common first. */
export function queryFacetValues(db: Reader, { issuer, taxon }: Identity) {
  return db
    .select({ trait: traitCounts.trait, value: traitCounts.value, tokens: traitCounts.tokens })
    .from(traitCounts)
    .where(sql`${traitCounts.issuer} = ${issuer} and ${traitCounts.taxon} = ${taxon}`)
    .orderBy(desc(traitCounts.tokens), traitCounts.trait, traitCounts.value)
    .limit(mostValues)
}

/** The values of the traits that `counted` selects, among the first `mostCounted` tokens that `matching` selects. */
function countValues(db: Reader, matchingTokens: SQL, countedTokens: SQL | undefined) {
  const works = db
    .$with('works', { id: sql`id`, bits: sql`bits` })
    .as(sql`${matchingTokens} limit ${mostCounted}`)
  return db
    .with(works)
    .select({
      trait: nftTraits.trait,
      value: nftTraits.value,
      count: sql`count(*)`.mapWith(Number),
      /** True when there may be more tokens than were counted. */
      atLeast: sql<boolean>`(select count(*) from ${works}) = ${mostCounted}`,
    })
    .from(works)
    .innerJoin(nftTraits, eq(nftTraits.nftId, sql`works.id`))
    .where(countedTokens)
    .groupBy(nftTraits.trait, nftTraits.value)
}

/** Says which values of a trait are counted. A chosen value does not restrict the other values of its trait. */
export const isCounted = (filter: CollectionNftsQuery, trait: string) =>
  !isWhole({ ...filter, trait: filter.trait?.filter((pair) => !pair.startsWith(`${trait}:`)) })

/**
 * Counts tokens under the filters by each of their values. A chosen value does not restrict the other values of its
 * trait, so that a second one can be chosen. Values of chosen traits are therefore counted among tokens that lack at
 * most that trait: each chosen trait is a bit, set for tokens with a chosen value.
 */
export function countFacets(
  db: Reader,
  rules: MarketRules,
  collection: Identity,
  filter: CollectionNftsQuery,
) {
  const traitBits = [...traitsOf(filter)].map(([trait, values], place) => ({
    trait,
    values,
    bit: 2 ** place,
  }))
  const traits = traitBits.map(({ trait }) => trait)
  const counts = []
  if (!isWhole(filter)) {
    const matchingTokens = sql`select ${nfts.id} as id from ${nfts} where ${tokenConditions(collection, filter, rules)}`
    counts.push(
      countValues(db, matchingTokens, traits.length === 0 ? undefined : notInArray(nftTraits.trait, traits)),
    )
  }
  if (traits.some((trait) => isCounted(filter, trait))) {
    const all = sql.raw(String(2 ** traitBits.length - 1))
    const bits = traitBits.map(
      ({ trait, values, bit }) =>
        sql`select nft_id, ${sql.raw(String(bit))} as bit from (${selectWithTrait(collection, trait, values)}) t`,
    )
    const matchingTokens = sql`select ${nfts.id} as id, coalesce(had.bits, 0) as bits from ${nfts} left join (
        select nft_id, bit_or(bit) as bits from (${sql.join(bits, sql` union all `)}) t group by nft_id
      ) had on had.nft_id = ${nfts.id}
      where bit_count((${all} - coalesce(had.bits, 0))::bit(32)) < 2
        and ${tokenConditions(collection, { ...filter, trait: undefined }, rules)}`
    const bitOf = sql.join(
      traitBits.map(({ trait, bit }) => sql`when ${trait} then ${sql.raw(String(bit))}`),
      sql` `,
    )
    counts.push(
      countValues(
        db,
        matchingTokens,
        sql`${nftTraits.issuer} = ${collection.issuer} and ${nftTraits.taxon} = ${collection.taxon} and ${inArray(nftTraits.trait, traits)}
          and works.bits | case ${nftTraits.trait} ${bitOf} end = ${all}`,
      ),
    )
  }
  return counts
}
