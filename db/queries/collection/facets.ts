import { desc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { nfts, nftTraits } from '#db/schema/tokens.ts'
import { traitCounts } from '#db/schema/trait-counts.ts'
import { type CollectionNftsQuery, mostCounted } from '#contract/schemas/lists.ts'
import type { Identity } from '#db/sql/identity.ts'
import { isWhole, selectWithTrait, tokenConditions, traitsOf } from '#db/queries/collection/item-filter.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'

/** Maximum number of trait values shown for a collection; the most common ones are shown. */
const mostValues = 2000

/**
 * Returns the trait values of a collection, most common first, with the number of tokens of each, as of the latest
 * statistics.
 */
export function queryFacetValues(db: Reader, { issuer, taxon }: Identity) {
  return db
    .select({ trait: traitCounts.trait, value: traitCounts.value, tokens: traitCounts.tokens })
    .from(traitCounts)
    .where(sql`${traitCounts.issuer} = ${issuer} and ${traitCounts.taxon} = ${taxon}`)
    .orderBy(desc(traitCounts.tokens), traitCounts.trait, traitCounts.value)
    .limit(mostValues)
}

/**
 * Counts the values of the traits that `countedTokens` selects, among the first `mostCounted` tokens that
 * `matchingTokens` selects.
 */
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
      /** True if there may be more tokens than were counted. */
      atLeast: sql<boolean>`(select count(*) from ${works}) = ${mostCounted}`,
    })
    .from(works)
    .innerJoin(nftTraits, eq(nftTraits.nftId, sql`works.id`))
    .where(countedTokens)
    .groupBy(nftTraits.trait, nftTraits.value)
}

/**
 * True if the values of a trait must be counted because other filters apply. A chosen value does not restrict the other
 * values of its own trait.
 */
export const isCounted = (filter: CollectionNftsQuery, trait: string) =>
  !isWhole({ ...filter, trait: filter.trait?.filter((pair) => !pair.startsWith(`${trait}:`)) })

/**
 * Counts the matching tokens for each trait value. A chosen value does not restrict the other values of its trait, so
 * that a second one can be chosen. Values of chosen traits are therefore counted among tokens that lack at most that
 * trait. The query uses one bit per chosen trait, set if the token has a chosen value.
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
    const allBits = sql.raw(String(2 ** traitBits.length - 1))
    const bits = traitBits.map(
      ({ trait, values, bit }) =>
        sql`select nft_id, ${sql.raw(String(bit))} as bit from (${selectWithTrait(collection, trait, values)}) t`,
    )
    const matchingTokens = sql`select ${nfts.id} as id, coalesce(had.bits, 0) as bits from ${nfts} left join (
        select nft_id, bit_or(bit) as bits from (${sql.join(bits, sql` union all `)}) t group by nft_id
      ) had on had.nft_id = ${nfts.id}
      where bit_count((${allBits} - coalesce(had.bits, 0))::bit(32)) < 2
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
          and works.bits | case ${nftTraits.trait} ${bitOf} end = ${allBits}`,
      ),
    )
  }
  return counts
}
