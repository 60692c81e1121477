import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { profiles } from '#db/schema/profiles.ts'
import { nfts } from '#db/schema/tokens.ts'
import { isShown, personColumns } from './people.ts'
import { likePart } from './collection-nfts.ts'
import { selectChosen } from './collections.ts'
import type { MarketRules } from './market-rules.ts'
import { selectCards } from './nft-cards.ts'

/** How many names per match type are compared: the best matches are among them unless a text matches thousands of names. */
const candidates = 100

/**
 * Ids whose names may match, by reads of the trigram index (pg_trgm): names that begin with the text; where these are fewer than `wanted`,
 * names that contain it; and where these are, names with a similar word. Each read stops at its limit, so that a common word costs no more than a
 * rare one.
 */
function candidateIds(table: SQL, open: SQL, query: string, wanted: number, id: SQL = sql`id`): SQL {
  const text = sql`search_text(${query})`
  const like = (pattern: string) =>
    sql`select ${id} from ${table} where ${open} and search_text(name) like search_text(${pattern})`
  const begins = like(likePart(query).slice(1))
  // One or two letters have no trigrams of their own; the beginning of a name does.
  if (query.length < 3) return sql`(${begins} limit ${candidates})`
  const tooFew = (names: string) => sql`(select count(*) from ${sql.raw(names)}) < ${wanted}`
  return sql`(with beginning as materialized (${begins} limit ${candidates}),
    containing as materialized (select ${id} from beginning union (${like(likePart(query))} and ${tooFew('beginning')} limit ${candidates}))
    select ${id} from containing union (select ${id} from ${table}
      where ${open} and ${text} <% search_text(name) and ${tooFew('containing')} limit ${candidates}))`
}

const closeness = (name: SQL, query: string) =>
  sql`word_similarity(search_text(${query}), ${name}) desc, similarity(search_text(${query}), ${name}) desc`

export function searchCollections(db: Reader, query: string, limit: number) {
  const found = candidateIds(sql`collections`, sql`announced`, query, limit)
  return selectChosen(
    db,
    sql`select id, row_number() over () as place from (
      select c.id from (select id, verified, search_text(name) as name from collections where id in ${found} offset 0) c
      order by ${closeness(sql`c.name`, query)}, c.verified desc, c.id limit ${limit}) best`,
  )
}

/** Names (without their number) whose works are read; with fewer that contain the text, similar ones are looked for. */
const maxStems = 20
/** Known words that are tried for a word of the text, and words of the text that are looked at. */
const similarWords = 2
const maxWords = 6
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
  const stemsRead = Math.min(maxStems, limit)
  // Names that begin with the text come first, so others are looked for when these are too few. One or two letters have no trigrams
  // of their own; the beginning of a name does.
  const within =
    query.length < 3
      ? sql``
      : sql`union (select stem from name_stems where stem like '%' || like_part(${stem}) || '%'
          and (select count(*) from beginning) < ${stemsRead} limit ${candidates})`
  // Each word is replaced by known words that resemble it, and names with all of them are read, in either order.
  const similar =
    query.length < 3
      ? sql``
      : sql`union (select n.stem from (
          select distinct string_agg('%' || word, '' order by place * direction) || '%' as pattern
          from (values (1), (2)) choice(turn) cross join (values (1), (-1)) orders(direction) cross join lateral (
            select w.place, (array_agg(like_part(k.word) order by k.word = w.word desc, k.turn = choice.turn desc, k.turn))[1] as word
            from regexp_split_to_table(${stem}, '[^[:alnum:]]+') with ordinality w(word, place)
            cross join lateral (select word, row_number() over (order by similarity(w.word, word) desc, word) as turn
              from name_words where w.word <% word order by turn limit ${similarWords}) k
            where w.place <= ${maxWords} and length(w.word) >= 3 and (select count(*) from containing) < ${stemsRead} group by w.place
          ) chosen group by choice.turn, direction
        ) patterns cross join lateral (select stem from name_stems where stem like pattern limit ${candidates}) n)`
  const works = sql`from nfts n where not n.burned and name_stem(n.name) = s.stem`
  const chosen = sql`
    with beginning as materialized (
      select stem from name_stems where stem = ${stem} union (select stem from name_stems where stem like ${begins} limit ${candidates})
    ),
    containing as materialized (select stem from beginning ${within}),
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
        sql`${profiles.account} in ${candidateIds(sql`profiles`, sql`true`, query, limit, sql`account`)}`,
        isShown(),
      ),
    )
    .orderBy(closeness(sql`search_text(${profiles.name})`, query), profiles.account)
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
