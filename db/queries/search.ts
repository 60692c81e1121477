import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { profiles } from '#db/schema/profiles.ts'
import { nfts } from '#db/schema/tokens.ts'
import { isShown, personColumns } from './people.ts'
import { selectChosen } from './collections.ts'
import { type MarketRules, shapeOf } from './market-rules.ts'
import { selectCards } from './nft-cards.ts'
import { type Given, type Preparable, remembered } from './remembered.ts'

/** How many names per match type are compared: the best matches are among them unless a text matches thousands of names. */
const candidatesFor = (limit: number) => Math.max(40, Math.ceil(1.5 * limit))

/**
 * Known words that are tried for an unknown one, the names that are read with them, and words of the text that are looked at. In a text
 * of several words, another one is tried only if no name has the one before.
 */
const similarWords = 3
const maxNames = 20
const maxWords = 6

/** Words a typing error away that are compared: names may have been made up to have more of them. */
const maxErrors = 200

/** The known word that is a typing error away from `w.word`, as a row or none. */
const nearestWord = sql`select word from (select word from name_words
    where length(w.word) between 3 and 40 and word_deletions(word) && word_deletions(w.word) limit ${maxErrors}) near
  order by similarity(w.word, word) desc, abs(length(word) - length(w.word)), word limit 1`

interface Searched {
  table: SQL
  name: SQL
  columns: SQL
  open: SQL
  /** Whether the name begins with the text of `asked`. */
  begins: SQL
  /** Whether it begins with that of `meant`, for names that have words in common with works. */
  isMeant?: SQL
  /** The function that returns rows with a similar word. */
  similar: SQL
}

/**
 * Rows whose names may match, as `found(..., name)`, after `with`: those that begin with the text, then, while these are fewer than
 * `wanted`, those that contain it, begin with it when unknown words are replaced by known ones, and have a similar word. Each read
 * stops at its limit, so that a common word costs no more than a rare one.
 */
function candidateRows(
  { table, name, columns, open, begins, isMeant, similar }: Searched,
  { isShort, text }: Asked,
  wanted: number,
): SQL {
  const reading = (where: SQL) =>
    sql`(select ${columns}, ${name} as name from ${table} where ${open} and ${where} limit ${candidatesFor(wanted)})`
  const asked = sql`asked as materialized (
    select text, text || ' ' as word, text || chr(1114111) as last, like_part(text) as part from (select search_text(${text}) as text offset 0) text)`
  // One or two letters have no trigrams of their own; the beginning of a name does.
  if (isShort) return sql`${asked}, found as materialized ${reading(begins)}`
  const tooFew = (names: string) => sql`(select count(*) from ${sql.raw(names)}) < ${wanted}`
  const corrected = (isMeant: SQL) => sql`
    meant as materialized (
      select text, text || chr(1114111) as last from (
        select string_agg(coalesce(k.word, w.word), ' ' order by place) as text
        from asked cross join lateral (
            select word, place from regexp_split_to_table(text, '[^[:alnum:]]+') with ordinality t(word, place) limit ${maxWords}) w
          left join lateral ((select word from name_words where word = w.word) union all (${nearestWord}) limit 1) k on true
        where ${tooFew('containing')} having count(*) filter (where k.word <> w.word) > 0) text
    ), closest as materialized (select * from containing union ${reading(isMeant)}),`
  const last = isMeant === undefined ? 'containing' : 'closest'
  return sql`${asked}, beginning as materialized ${reading(begins)},
    containing as materialized (select * from beginning union
      ${reading(sql`${name} like (select '%' || part || '%' from asked) and ${tooFew('beginning')}`)}),
    ${isMeant && corrected(isMeant)}
    found as materialized (select * from ${sql.raw(last)}
      union select s.* from asked cross join lateral ${similar}(text, ${candidatesFor(wanted)}::int) s where ${tooFew(last)})`
}

/**
 * The best first, of rows with a name beside `asked`: of two that have the text alike, the shorter one is more like it. A name that
 * begins with the words of the text has all its trigrams, so they are not compared.
 */
const closeness = sql`case when starts_with(name, word) or name = text then 1 else word_similarity(text, name) end desc, length(name)`

/** The text of a search. */
interface Asked {
  isShort: boolean
  text: Given<string>
}

/** A search that is remembered for texts of the same kind. */
function knownSearch<Q extends Preparable>(build: (db: Reader, asked: Asked, limit: number) => Q) {
  const known = remembered<{ text: string }, Q>()
  return (db: Reader, query: string, limit: number) => {
    const isShort = query.length < 3
    return known(db, `${isShort} ${limit}`, { text: query }, (given) =>
      build(db, { isShort, ...given }, limit),
    )
  }
}

const shownCollections = {
  table: sql`collections`,
  name: sql`search_name`,
  columns: sql`id, verified`,
  open: sql`announced`,
  // By an index of its own, which is faster than trigrams.
  begins: sql`search_name ~>=~ (select text from asked) and search_name ~<~ (select last from asked)`,
  isMeant: sql`search_name ~>=~ (select text from meant) and search_name ~<~ (select last from meant)`,
  similar: sql`similar_collections`,
}

export const searchCollections = knownSearch((db, asked, limit) =>
  selectChosen(
    db,
    sql`with ${candidateRows(shownCollections, asked, limit)}
      select id, row_number() over (order by ${closeness}, verified desc, id) as place from found, asked order by place limit ${limit}`,
  ),
)

/** Names (without their number) whose works are read; with fewer that have the words of the text, similar words are looked for. */
const maxStems = 20
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

/** Names with all of some words; those with one or two are read in order, as far as the limit. */
const stemsWith = (words: SQL, limit: SQL) => sql`
  (select stem from name_stem_words where cardinality(${words}) < 3 and word = case
      when (${words})[1] < (${words})[2] then (${words})[1] || ' ' || (${words})[2]
      when (${words})[1] > (${words})[2] then (${words})[2] || ' ' || (${words})[1] else (${words})[1] end
    order by stem limit ${limit})
  union all
  (select stem from name_stems where cardinality(${words}) > 2 and words @> ${words} limit ${limit})`

function buildNfts(db: Reader, rules: MarketRules, text: Given<string>, limit: number) {
  const stemsRead = Math.min(maxStems, limit)
  const count = (names: string) => sql`(select count(*) from ${sql.raw(names)})`
  const hasUnknown = sql`not (words <@ coalesce(known, '{}'))`
  const isUnknown = sql`w.word <> all(coalesce(known, '{}'))`
  // Names that begin with the text come first, so others are looked for when these are too few: names with all of its words, where each
  // unknown word is replaced by the known one that is a typing error away, and then with those that share the most trigrams with it.
  const named = sql`
    asked as materialized (
      select stem, number, stem || chr(1114111) as last, words, (select array_agg(word) from name_words where word = any(words)) as known
      from (select stem, number, words_of_name(stem) as words
        from (select name_stem(${text}) as stem, name_number(${text}) as number offset 0) text offset 0) text
    ), beginning as materialized (
      select n.stem from asked cross join lateral (select stem from name_stems n where n.stem ~>=~ asked.stem and n.stem ~<~ last
        order by n.stem using ~<~ limit ${candidatesFor(stemsRead)}) n
    ), meant as materialized (
      select words, ${candidatesFor(stemsRead)}::int as names from asked where words <@ known and ${count('beginning')} < ${stemsRead}
      union all
      select (select known from asked) || array_agg(k.word), ${maxNames}::int from asked cross join unnest(words[:${maxWords}]) w(word)
        left join lateral (${nearestWord}) k on true
      where ${hasUnknown} and ${isUnknown} and ${count('beginning')} < ${stemsRead} having count(*) = count(k.word) and count(*) > 0
    ), closest as materialized (
      select stem from beginning union select n.stem from meant cross join lateral (${stemsWith(sql`meant.words`, sql`meant.names`)}) n
    ), resembling as materialized (
      select w.word as unknown, k.word, k.turn from asked cross join unnest(words[:${maxWords}]) w(word) cross join lateral (
        select word, ordinality as turn from similar_words(w.word, ${similarWords}::int) with ordinality) k
      where ${hasUnknown} and ${isUnknown}
        and ${count('closest')} < case when cardinality(words) > 1 and exists (select from meant) then 1 else ${stemsRead} end
    ), tried as materialized (
      select choice, (select coalesce(known, '{}') from asked) || array_agg(word) as words from (
        select choice, unknown, (array_agg(word order by turn = choice desc, turn))[1] as word
        from resembling, generate_series(1, ${similarWords}) choice group by choice, unknown) chosen group by choice
    ), found as materialized (
      select stem from closest union select stem from (
        select stem, several, dense_rank() over (order by choice) as turn from (
          select n.stem, choice, cardinality(tried.words) > 1 as several from tried cross join lateral (
            ${stemsWith(sql`tried.words`, sql`${maxNames}`)}) n order by choice limit ${maxNames}) n) n
      where turn = 1 or not several
    )`
  // Stem and number of a name are computed where the index has them not; this one has all that is asked for.
  const works = sql`select n.id, name_number(n.name) as number from nfts n where not n.burned and name_stem(n.name) = s.stem`
  // Names are read in their order and only until there are enough works. A beginning that ends with a word has all of the text.
  const chosen = sql`
    with ${named}, stems as materialized (
      select stem, number, row_number() over () as place, count(*) over () as stems from (
        select f.stem, number from found f cross join asked order by f.stem = asked.stem desc, starts_with(f.stem, asked.stem) desc,
          case when starts_with(f.stem, asked.stem || ' ') then 1 else word_similarity(asked.stem, f.stem) end desc,
          length(f.stem), f.stem limit ${stemsRead}
      ) best
    ), works as (
      (select s.place, n.id, n.number, true as numbered from stems s cross join lateral (
        select n.id, n.number from (values (1), (10), (100), (1000), (10000)) t(times) cross join lateral (
          ${works} and name_number(n.name) >= s.number * times and name_number(n.name) < (s.number + 1) * times
          order by name_number(n.name), n.id limit ${worksPerStem}
        ) n where s.number is not null limit ${worksPerStem}) n
      order by s.place limit ${limit})
      union all
      (select s.place, n.id, n.number, false from stems s cross join lateral (
        ${works} order by name_number(n.name), n.id limit greatest(${worksPerStem}, ${limit} / s.stems)) n
      order by s.place limit ${limit})
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
  begins: sql`search_text(name) like (select part || '%' from asked)`,
  similar: sql`similar_profiles`,
}

/** Accounts by profile name, without names that look like that of a verified artist. */
export const searchProfiles = knownSearch((db, asked, limit) =>
  db
    .select(personColumns)
    .from(profiles)
    .innerJoin(
      sql`(with ${candidateRows(namedProfiles, asked, limit)}
        select account, row_number() over (order by ${closeness}, account) as place from found, asked) chosen`,
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
