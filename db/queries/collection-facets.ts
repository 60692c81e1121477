import { desc, eq, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { nfts, nftTraits } from '#db/schema/tokens.ts'
import { traitCounts } from '#db/schema/trait-counts.ts'
import { type CollectionNftsQuery, mostCounted } from '#worker/contract/lists.ts'
import type { Identity } from './collections.ts'
import { isWhole, tokenConditions, traitsOf } from './item-filter.ts'
import type { MarketRules } from './market-rules.ts'

/** Values that are shown of a collection with more of them: the most common ones. */
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

/** The values among the first `mostCounted` tokens that match a filter, of the traits that `traits` selects. */
function countValues(db: Reader, matches: SQL | undefined, traits: SQL | undefined) {
  const works = db.$with('works').as(db.select({ id: nfts.id }).from(nfts).where(matches).limit(mostCounted))
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
    .innerJoin(nftTraits, eq(nftTraits.nftId, works.id))
    .where(traits)
    .groupBy(nftTraits.trait, nftTraits.value)
}

/**
 * Tokens under the filters by each value that they have. A chosen value does not restrict the others of its trait, so that a second one can
 * be chosen: each such trait is counted by itself. Nothing is counted where there are no filters.
 */
export function countFacets(
  db: Reader,
  rules: MarketRules,
  collection: Identity,
  filter: CollectionNftsQuery,
) {
  if (isWhole(filter)) return []
  const chosen = [...traitsOf(filter).keys()]
  const others = chosen.length === 0 ? undefined : notInArray(nftTraits.trait, chosen)
  const without = (trait: string) => ({
    ...filter,
    trait: filter.trait?.filter((pair) => !pair.startsWith(`${trait}:`)),
  })
  return [
    countValues(db, tokenConditions(collection, filter, rules), others),
    ...chosen.map((trait) =>
      countValues(db, tokenConditions(collection, without(trait), rules), eq(nftTraits.trait, trait)),
    ),
  ]
}
