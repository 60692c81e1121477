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

/** Names (without their number) whose works are read; with fewer that contain the text, similar ones are looked for. */
const stemsRead = 20
/** Works of one name, when there are others. */
const worksPerStem = 12

/**
 * Works whose names match. The text is compared with the names without numbers, of which a series has one; a number at its end finds
 * the works with that number, or one that begins with it, before the others.
 */
export function searchNfts(db: Reader, rules: MarketRules, query: string, limit: number) {
  const stem = sql`name_stem(${query})`
  const number = sql`name_number(${query})`
  const begins = sql`like_part(${stem}) || '%'`
  const like = (pattern: SQL) =>
    sql`(select stem from name_stems where stem like ${pattern} limit ${candidates / 3})`
  // One or two letters have no trigrams of their own; the beginning of a name does.
  const containing =
    query.length < 3
      ? like(begins)
      : sql`${like(begins)} union ${like(sql`'%' || like_part(${stem}) || '%'`)}`
  const similar =
    query.length < 3
      ? sql``
      : sql`union (select stem from name_stems
          where ${stem} <% stem and (select count(*) from containing) < ${stemsRead} limit ${candidates})`
  const works = sql`from nfts n where not n.burned and name_stem(n.name) = s.stem`
  const chosen = sql`
    with containing as materialized (select stem from name_stems where stem = ${stem} union ${containing}),
    stems as (
      select stem, row_number() over () as place, count(*) over () as stems from (
        select stem from (select stem from containing ${similar}) found
        order by stem = ${stem} desc, stem like ${begins} desc, word_similarity(${stem}, stem) desc, similarity(${stem}, stem) desc, stem
        limit ${stemsRead}
      ) best
    ), found as (
      select s.place, w.* from stems s cross join lateral (
        (select n.id, name_number(n.name) as number, true as numbered
          from (values (1), (10), (100), (1000), (10000)) t(times)
          cross join lateral (
            select n.id, n.name ${works} and name_number(n.name) >= ${number} * times and name_number(n.name) < (${number} + 1) * times
            order by name_number(n.name), n.id limit ${worksPerStem}
          ) n where ${number} is not null limit ${worksPerStem})
        union all
        (select n.id, name_number(n.name), false ${works} order by name_number(n.name), n.id
          limit greatest(${worksPerStem}, ${limit} / s.stems))
      ) w
    )
    select id, min(turn) as place from (
      select id, row_number() over (order by numbered desc, place, number, id) as turn from found
    ) turns group by id order by place limit ${limit}`
  return selectCards(db, rules, {})
    .innerJoin(sql`(${chosen}) chosen`, eq(nfts.id, sql`chosen.id`))
    .orderBy(sql`chosen.place`)
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
