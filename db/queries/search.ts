import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { profiles } from '#db/schema/profiles.ts'
import { nfts } from '#db/schema/tokens.ts'
import { isShown, personColumns } from './people.ts'
import { likePart } from './item-filter.ts'
import { selectChosen } from './collections.ts'
import { type MarketRules, shapeOf } from './market-rules.ts'
import { selectCards } from './nft-cards.ts'
import { type Given, type Preparable, remembered } from './remembered.ts'

/** How many names per match type are compared: the best matches are among them unless a text matches thousands of names. */
const candidatesFor = (limit: number) => Math.max(40, Math.ceil(1.5 * limit))

/**
 * Rows whose names may match, as `found(..., name)` with the name as search compares it, by reads of the trigram index (pg_trgm): names
 * that begin with the text; where these are fewer than `wanted`, names that contain it; and where these are, names with a similar
 * word. Each read stops at its limit, so that a common word costs no more than a rare one. After `with`.
 */
function candidateRows(
  { table, name, columns, open, begins }: { table: SQL; name: SQL; columns: SQL; open: SQL; begins: SQL },
  { isShort, text, within }: Asked,
  wanted: number,
): SQL {
  const reading = (where: SQL) =>
    sql`(select ${columns}, ${name} as name from ${table} where ${open} and ${where} limit ${candidatesFor(wanted)})`
  const asked = sql`asked as materialized (
    select search_text(${text}) as text, search_text(${text}) || chr(1114111) as last, search_text(substr(${within}, 2)) as beginning,
    search_text(${within}) as within)`
  // One or two letters have no trigrams of their own; the beginning of a name does.
  if (isShort) return sql`${asked}, found as materialized ${reading(begins)}`
  const tooFew = (names: string) => sql`(select count(*) from ${sql.raw(names)}) < ${wanted}`
  return sql`${asked}, beginning as materialized ${reading(begins)},
    containing as materialized (select * from beginning union ${reading(sql`${name} like (select within from asked) and ${tooFew('beginning')}`)}),
    found as materialized (select * from containing
      union ${reading(sql`(select text from asked) <% ${name} and ${tooFew('containing')}`)})`
}

/** The best first, of rows with a name: of two that have the text alike, the shorter one is more like it. */
const closeness = sql`word_similarity((select text from asked), name) desc, length(name)`

/** The text of a search, and the pattern of what contains it. */
interface Asked {
  isShort: boolean
  text: Given<string>
  within: Given<string>
}

/** A search that is remembered for texts of the same kind. */
function knownSearch<Q extends Preparable>(build: (db: Reader, asked: Asked, limit: number) => Q) {
  const known = remembered<{ text: string; within: string }, Q>()
  return (db: Reader, query: string, limit: number) => {
    const isShort = query.length < 3
    const texts = { text: query, within: likePart(query) }
    return known(db, `${isShort} ${limit}`, texts, (given) => build(db, { isShort, ...given }, limit))
  }
}

const shownCollections = {
  table: sql`collections`,
  name: sql`search_name`,
  columns: sql`id, verified`,
  open: sql`announced`,
  // By an index of its own, which is faster than trigrams.
  begins: sql`search_name ~>=~ (select text from asked) and search_name ~<~ (select last from asked)`,
}

export const searchCollections = knownSearch((db, asked, limit) =>
  selectChosen(
    db,
    sql`with ${candidateRows(shownCollections, asked, limit)}
      select id, row_number() over (order by ${closeness}, verified desc, id) as place from found order by place limit ${limit}`,
  ),
)

/** Names (without their number) whose works are read; with fewer that have the words of the text, similar words are looked for. */
const maxStems = 20
/**
 * Known words that are tried for an unknown one, the names that are read with each, and words of the text that are looked at. In a text
 * of several words, the second and third are tried only if no name has the first.
 */
const similarWords = 3
const maxNames = 20
const maxWords = 6
/** Works of one name, when there are others. */
const worksPerStem = 12

const knownNfts = remembered<{ text: string }, ReturnType<typeof buildNfts>>()

/**
 * Works whose names match. The text is compared with the names without numbers, of which a series has one; a number at its end finds
 * the works with that number, or one that begins with it, before the others.
 */
export const searchNfts = (db: Reader, rules: MarketRules, query: string, limit: number) =>
  knownNfts(db, `${limit} ${shapeOf(rules)}`, { text: query }, ({ text }) =>
    buildNfts(db, rules, text, limit),
  )

/** Names with all of some words; those with a single one are read in order, as far as the limit. */
const stemsWith = (words: SQL, limit: number) => sql`
  (select stem from name_stem_words where cardinality(${words}) = 1 and word = (${words})[1] order by stem limit ${limit})
  union all
  (select stem from name_stems where cardinality(${words}) > 1 and words @> ${words} limit ${limit})`

function buildNfts(db: Reader, rules: MarketRules, text: Given<string>, limit: number) {
  // Each is computed once.
  const stem = sql`(select stem from asked)`
  const number = sql`(select number from asked)`
  const stemsRead = Math.min(maxStems, limit)
  const tooFew = (names: string) => sql`(select count(*) from ${sql.raw(names)}) < ${stemsRead}`
  // Names that begin with the text come first, so others are looked for when these are too few: names with all of its words, and then
  // with known words that resemble those that are not known.
  const named = sql`
    asked as materialized (
      select stem, number, stem || chr(1114111) as last, words, (select array_agg(word) from name_words where word = any(words)) as known
      from (select stem, number, array(select name_words_of(stem)) as words
        from (select name_stem(${text}) as stem, name_number(${text}) as number offset 0) text offset 0) text
    ), beginning as materialized (
      select stem from name_stems where stem ~>=~ ${stem} and stem ~<~ (select last from asked) order by stem using ~<~ limit ${candidatesFor(stemsRead)}
    ), exact as materialized (
      select stem from beginning union select n.stem from asked
        cross join lateral (${stemsWith(sql`asked.words`, candidatesFor(stemsRead))}) n where words <@ known and ${tooFew('beginning')}
    ), resembling as materialized (
      select w.word as unknown, k.word, k.turn from asked cross join unnest(words[:${maxWords}]) w(word) cross join lateral (
        select word, row_number() over () as turn from (select word from name_words where w.word <% word
          order by similarity(w.word, word) desc, abs(length(word) - length(w.word)), word limit ${similarWords}) nearest) k
      where not (words <@ coalesce(known, '{}')) and w.word <> all(coalesce(known, '{}')) and ${tooFew('exact')}
    ), tried as materialized (
      select choice, (select coalesce(known, '{}') from asked) || array_agg(word) as words from (
        select choice, unknown, (array_agg(word order by turn = choice desc, turn))[1] as word
        from resembling, generate_series(1, ${similarWords}) choice group by choice, unknown) chosen group by choice
    ), closest as materialized (
      select stem from exact union select n.stem from tried cross join lateral (
        ${stemsWith(sql`tried.words`, maxNames)}) n where choice = 1
    ), found as materialized (
      select stem from closest union select n.stem from tried cross join lateral (
        ${stemsWith(sql`tried.words`, maxNames)}) n
      where choice > 1 and (select count(*) from closest) < case when cardinality(tried.words) = 1 then ${stemsRead} else 1 end
    )`
  // Stem and number of a name are computed where the index has them not; this one has all that is asked for.
  const works = sql`select n.id, name_number(n.name) as number from nfts n where not n.burned and name_stem(n.name) = s.stem`
  const chosen = sql`
    with ${named}, stems as materialized (
      select stem, row_number() over () as place, count(*) over () as stems from (
        select stem from found order by stem = ${stem} desc, starts_with(stem, ${stem}) desc, word_similarity(${stem}, stem) desc,
          length(stem), stem limit ${stemsRead}
      ) best
    ), works as (
      select s.place, w.* from stems s cross join lateral (
        (select n.id, n.number, true as numbered
          from (values (1), (10), (100), (1000), (10000)) t(times)
          cross join lateral (
            ${works} and name_number(n.name) >= ${number} * times and name_number(n.name) < (${number} + 1) * times
            order by name_number(n.name), n.id limit ${worksPerStem}
          ) n where ${number} is not null limit ${worksPerStem})
        union all
        (select n.id, n.number, false from (${works} order by name_number(n.name), n.id
          limit greatest(${worksPerStem}, ${limit} / s.stems)) n)
      ) w
    )
    select id, min(turn) as place from (
      select id, row_number() over (order by numbered desc, place, number, id) as turn from works
    ) turns group by id order by place limit ${limit}`
  return selectCards(db, rules, {})
    .innerJoin(sql`(${chosen}) chosen`, eq(nfts.id, sql`chosen.id`))
    .orderBy(sql`chosen.place`)
}

const namedProfiles = {
  table: sql`profiles`,
  name: sql`search_text(name)`,
  columns: sql`account`,
  open: sql`true`,
  begins: sql`search_text(name) like (select beginning from asked)`,
}

/** Accounts by profile name, without names that look like that of a verified artist. */
export const searchProfiles = knownSearch((db, asked, limit) =>
  db
    .select(personColumns)
    .from(profiles)
    .innerJoin(
      sql`(with ${candidateRows(namedProfiles, asked, limit)}
        select account, row_number() over (order by ${closeness}, account) as place from found) chosen`,
      sql`chosen.account = profiles.account`,
    )
    .where(isShown())
    .orderBy(sql`chosen.place`)
    .limit(limit),
)

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
