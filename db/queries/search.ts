import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { profiles } from '#db/schema/profiles.ts'
import { collections } from '#db/schema/collections.ts'
import { nfts } from '#db/schema/tokens.ts'
import { isShown, personColumns } from './people.ts'
import { likePart } from './collection-nfts.ts'
import { selectCollections } from './collections.ts'
import type { MarketRules } from './market-rules.ts'
import { selectCards } from './nft-cards.ts'

/** How many rows per match type are compared: the best matches are among them unless a text matches thousands of names. */
const candidates = 300

/**
 * Ids whose names may match, by three reads of the trigram index (pg_trgm): names that begin with the text, names that contain it,
 * and names with a similar word. Each read stops at its limit, so that a common word costs no more than a rare one.
 */
function candidateIds(table: SQL, open: SQL, query: string, id: SQL = sql`id`): SQL {
  const text = sql`search_text(${query})`
  const like = (pattern: string) =>
    sql`(select ${id} from ${table} where ${open} and search_text(name) like search_text(${pattern}) limit ${candidates})`
  const begins = like(likePart(query).slice(1))
  // One or two letters have no trigrams of their own; the beginning of a name does.
  if (query.length < 3) return begins
  const near = sql`(select ${id} from ${table} where ${open} and ${text} <% search_text(name) limit ${candidates})`
  return sql`(${begins} union ${like(likePart(query))} union ${near})`
}

const closeness = (name: SQL, query: string) =>
  sql`word_similarity(search_text(${query}), search_text(${name})) desc, similarity(search_text(${query}), search_text(${name})) desc`

export function searchCollections(db: Reader, query: string, limit: number) {
  const found = candidateIds(sql`collections`, sql`announced`, query)
  return selectCollections(db, {})
    .where(sql`${collections.id} in ${found}`)
    .orderBy(closeness(sql`${collections.name}`, query), sql`${collections.verified} desc`, collections.id)
    .limit(limit)
}

export function searchNfts(db: Reader, rules: MarketRules, query: string, limit: number) {
  const found = candidateIds(sql`nfts`, sql`not burned`, query)
  return selectCards(db, rules, {})
    .where(sql`${nfts.id} in ${found}`)
    .orderBy(closeness(sql`${nfts.name}`, query), nfts.name, nfts.id)
    .limit(limit)
}

/** Accounts by profile name, without names that look like that of a verified artist. */
export function searchProfiles(db: Reader, query: string, limit: number) {
  return db
    .select(personColumns)
    .from(profiles)
    .where(
      and(
        sql`${profiles.account} in ${candidateIds(sql`profiles`, sql`true`, query, sql`account`)}`,
        isShown(),
      ),
    )
    .orderBy(closeness(sql`${profiles.name}`, query), profiles.account)
    .limit(limit)
}

/** The card of one token, as a list. */
export function queryCard(db: Reader, rules: MarketRules, id: string) {
  return selectCards(db, rules, {}).where(and(eq(nfts.burned, false), eq(nfts.id, id)))
}

/**
 * The similarity threshold, for the transaction in which this statement comes first (a batch is one): a word with one missing
 * letter shares about half of its trigrams. The operator can use its index only through this setting.
 */
export function forgiveTypos(db: Reader) {
  return db
    .select({ threshold: sql<string>`set_config('pg_trgm.word_similarity_threshold', '0.45', true)` })
    .from(sql`(values (1)) one`)
}
