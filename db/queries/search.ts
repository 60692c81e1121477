import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { collections, nfts } from '#db/schema/tokens.ts'
import { likePart } from './collection-nfts.ts'
import { selectCollections } from './collections.ts'
import { type MarketRules, selectCards } from './nft-cards.ts'

/** A name that contains the text, or a word of it that is nearly the text: trigrams forgive typing errors (pg_trgm). */
function matches(name: SQL, query: string): SQL {
  // One or two letters have no trigrams of their own: the beginning of a name has.
  if (query.length < 3) return sql`search_text(${name}) like search_text(${likePart(query).slice(1)})`
  return sql`(search_text(${query}) <% search_text(${name}) or search_text(${name}) like search_text(${likePart(query)}))`
}

const closeness = (name: SQL, query: string) =>
  sql`word_similarity(search_text(${query}), search_text(${name})) desc`

export function searchCollections(db: Reader, query: string, limit: number) {
  const name = sql`${collections.name}`
  return selectCollections(db, {})
    .where(and(eq(collections.announced, true), matches(name, query)))
    .orderBy(closeness(name, query), sql`${collections.verified} desc`, collections.id)
    .limit(limit)
}

export function searchNfts(db: Reader, rules: MarketRules, query: string, limit: number) {
  const name = sql`${nfts.name}`
  return selectCards(db, rules, {})
    .where(and(eq(nfts.burned, false), matches(name, query)))
    .orderBy(closeness(name, query), nfts.name, nfts.id)
    .limit(limit)
}

/** The card of one token, as a list. */
export function queryCard(db: Reader, rules: MarketRules, id: string) {
  return selectCards(db, rules, {}).where(and(eq(nfts.burned, false), eq(nfts.id, id)))
}

/**
 * How near a word must come, for the transaction that this stands first in (a batch is one): trigrams of a word with a
 * letter missing share about half. The setting is what lets the operator use its index.
 */
export function forgiveTypos(db: Reader) {
  return db
    .select({ threshold: sql<string>`set_config('pg_trgm.word_similarity_threshold', '0.45', true)` })
    .from(sql`(values (1)) one`)
}
