import { and, eq, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { collections } from '#db/schema/collections.ts'
import { profiles } from '#db/schema/profiles.ts'
import { nfts, wordsOf } from '#db/schema/tokens.ts'
import { containsText, foldText } from '#db/sql/folded-text.ts'
import { selectChosen } from '#db/queries/collection/collections.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'
import { selectCards } from '#db/queries/nft/cards.ts'
import { personColumns } from '#db/queries/people/people.ts'
import { isShown } from '#db/sql/shown-names.ts'

// A search reads names that begin with the text, then names that contain it or its words. If there are too few, it also
// reads names with similar words. Each step has a limit, so that a common word costs no more than a rare one. The best
// matches come first.

const beginsWith = (name: SQLWrapper, text: string) => sql`${name} like like_part(${foldText(text)}) || '%'`

/**
 * Share of trigrams that a name must have in common with the text. About half remain if one letter is missing in a
 * short word.
 */
const leastAlike = 0.45

/** Returns the number of names to compare in each step. */
const candidatesFor = (limit: number) => Math.max(40, Math.ceil(1.5 * limit))

/**
 * Returns variants of a text of four or five letters with two adjacent letters swapped, because a swapped text has too
 * few trigrams in common with the right one.
 */
const swapsOf = (text: string): string[] =>
  text.length === 4 || text.length === 5
    ? Array.from(
        { length: text.length - 1 },
        (_, at) => text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
      )
    : []

/** True for one or two letters, which have no trigrams and with which too many words begin. */
const isShort = (text: string) => text.length < 3

/**
 * Orders rows by similarity of the name, best match first. If two names contain the text, the shorter one is more
 * similar.
 */
const compareCloseness = (text: string) =>
  sql`starts_with(name, ${foldText(text)}) desc, word_similarity(${foldText(text)}, name) desc, length(name), name`

interface Searched {
  table: SQLWrapper
  id: SQLWrapper
  name: SQLWrapper
  isOpen: SQL
}

/** Selects ids as `chosen(id, place)` from a table that has a trigram index on its names. */
function selectBest({ table, id, name, isOpen }: Searched, text: string, limit: number): SQL {
  const step = (matches: SQL) =>
    sql`select ${id} as id, ${name} as name from ${table} where ${isOpen} and ${matches}`
  const maxCandidates = candidatesFor(limit)
  const steps = isShort(text)
    ? sql`found as materialized (${step(beginsWith(name, text))} limit ${maxCandidates})`
    : sql`beginning as materialized (${step(beginsWith(name, text))} limit ${maxCandidates}),
      containing as materialized (select * from beginning union
        (${step(containsText(name, text))} and (select count(*) from beginning) < ${limit} limit ${maxCandidates})),
      swapped as materialized (select * from containing union
        (${step(
          sql`(false ${sql.join(
            swapsOf(text).map((swap) => sql`or ${containsText(name, swap)}`),
            sql` `,
          )})`,
        )} and (select count(*) from containing) < ${limit} limit ${maxCandidates})),
      found as materialized (select * from swapped union select * from (
        ${step(sql`(select count(*) from swapped) < ${limit}`)} order by ${name} <->> ${foldText(text)} limit ${maxCandidates}
      ) nearest where word_similarity(${foldText(text)}, name) >= ${leastAlike})`
  return sql`with ${steps} select id, row_number() over (order by ${compareCloseness(text)}, id) as place from found order by place limit ${limit}`
}

export const searchCollections = (db: Reader, text: string, limit: number) =>
  selectChosen(
    db,
    selectBest(
      {
        table: collections,
        id: collections.id,
        name: collections.searchName,
        isOpen: sql`${collections.announced}`,
      },
      text,
      limit,
    ),
  )

/** Finds accounts by profile name. Excludes names that imitate a verified artist. */
export function searchProfiles(db: Reader, text: string, limit: number, condition: SQL = sql`true`) {
  const name = sql`search_text(${profiles.name})`
  const isOpen = sql`${isShown()} and ${condition}`
  const best = selectBest({ table: profiles, id: profiles.account, name, isOpen }, text, limit)
  return db
    .select(personColumns)
    .from(profiles)
    .innerJoin(sql`(${best}) chosen`, sql`chosen.id = ${profiles.account}`)
    .orderBy(sql`chosen.place`)
}

/** Finds artists, which are accounts that have issued works, by profile name. */
export function searchArtists(db: Reader, text: string, limit: number) {
  const hasIssued = sql`exists (select 1 from ${nfts} work where work.issuer = ${profiles.account} and not work.burned)`
  return searchProfiles(db, text, limit, hasIssued)
}

/** Lists the first works of each artist, works on sale first. */
export function queryWorksOfArtists(db: Reader, rules: MarketRules, artists: string[], ofEach: number) {
  const works = sql`select work.id, row_number() over (order by artist.place, work.place) as place
    from unnest(${sql.param(artists)}::text[]) with ordinality artist(account, place)
    cross join lateral (select n.id, row_number() over (order by n.price_drops is null, n.taxon, n.sequence) as place
      from (select id, price_drops, taxon, sequence from nfts where issuer = artist.account and not burned
        order by issuer, taxon, sequence limit 200) n limit ${ofEach}) work`
  return selectCards(db, rules, {})
    .innerJoin(sql`(${works}) chosen`, eq(nfts.id, sql`chosen.id`))
    .orderBy(sql`chosen.place`)
}

/** Returns the announced collections of some artists. */
export const queryCollectionsOfArtists = (db: Reader, artists: string[], limit: number) =>
  selectChosen(
    db,
    sql`select id, row_number() over (order by verified desc, created_at desc nulls last, id) as place
      from ${collections} where issuer = any(${sql.param(artists)}::text[]) and announced limit ${limit}`,
  )

/** Maximum number of words in a text, and of indexed words that are tried for each of them. */
const maxWords = 6
const similarWords = 3

/**
 * Maximum number of words that are compared with one word, because anyone can mint names that are full of similar
 * words.
 */
const maxCompared = 1000

/**
 * Finds works by name. Names have too many trigrams to be compared with the whole text, so each word is compared with
 * the words of all names, as the pg_trgm manual advises.
 */
export function searchNfts(db: Reader, rules: MarketRules, text: string, limit: number) {
  const maxCandidates = candidatesFor(limit)
  const step = (matches: SQL) =>
    sql`select ${nfts.id} as id, ${nfts.searchName} as name from ${nfts} where not ${nfts.burned} and ${matches}`
  const hasWords = (query: SQL) => sql`${wordsOf(nfts.searchName)} @@ ${query}`
  const prefixMatches = sql`beginning as materialized (${step(beginsWith(nfts.searchName, text))}
    order by ${nfts.searchName} using ~<~ limit ${maxCandidates})`
  const words = sql`array_remove((regexp_split_to_array(${foldText(text)}, '[^[:alnum:]]+'))[:${maxWords}], '')`
  const exact = sql`to_tsquery('simple', array_to_string(${words}, ' & '))`
  // The last word may be incomplete.
  const textQuery = sql`to_tsquery('simple', nullif(array_to_string(${words}, ' & '), '') || ':*')`
  // The limit is applied outside, because inside Postgres may expect so many matches that it scans all words. A short word
  // with two swapped letters shares too few trigrams, so variants with swapped letters are looked up directly.
  const alike = sql`with similar_words as materialized (select word from name_words where length(asked.word) > 2 and word % asked.word),
    compared as (
      select word, similarity(word, asked.word) as alike from (select word from similar_words limit ${maxCompared}) n
      union all select word, 0.99 from name_words where word = any(array(
        select overlay(asked.word placing reverse(substr(asked.word, letter, 2)) from letter for 2)
        from generate_series(1, length(asked.word) - 1) letter)))
    select string_agg(n.word, ' | ') as words, min(n.word) filter (where n.place = 1) as best from (
      select word, row_number() over (order by max(alike) desc, word) as place from compared group by word
      order by place limit ${similarWords}) n`
  const tooFew = (step: string) => sql`(select count(*) from ${sql.raw(step)}) < ${limit}`
  const steps = isShort(text)
    ? sql`${prefixMatches}, found as (select * from beginning)`
    : sql`${prefixMatches},
      exact as materialized (select * from beginning union
        (${step(hasWords(exact))} and ${tooFew('beginning')} limit ${maxCandidates})),
      typed as materialized (select * from exact union
        (${step(hasWords(textQuery))} and ${tooFew('exact')} limit ${maxCandidates})),
      meant as materialized (
        select string_agg(coalesce(best, word), ' ' order by place) as text,
          to_tsquery('simple', string_agg(coalesce('(' || words || ')', word), ' & ')) as query,
          to_tsquery('simple', string_agg(coalesce('(' || words || ')', word), ' & ') filter (where word !~ '^[0-9]+$')) as bare
        from unnest(${words}) with ordinality asked(word, place) cross join lateral (${alike}) known where ${tooFew('typed')}),
      corrected as materialized (select * from typed union
        select n.* from meant cross join lateral (${step(sql`${nfts.searchName} ~>=~ meant.text and ${nfts.searchName} ~<~ (meant.text || chr(1114111))`)}
          order by ${nfts.searchName} using ~<~ limit ${maxCandidates}) n),
      alike as materialized (select * from corrected union
        select n.* from meant cross join lateral (${step(hasWords(sql`meant.query`))} and ${tooFew('corrected')} limit ${maxCandidates}) n),
      found as materialized (select * from alike union
        select n.* from meant cross join lateral (${step(hasWords(sql`meant.bare`))} and ${tooFew('alike')} limit ${maxCandidates}) n)`
  const hits = sql`with ${steps} select id, row_number() over (order by ${compareCloseness(text)}, id) as place
    from found order by place limit ${limit}`
  return selectCards(db, rules, {})
    .innerJoin(sql`(${hits}) chosen`, eq(nfts.id, sql`chosen.id`))
    .orderBy(sql`chosen.place`)
}

/** Returns the card of one token, as a list. */
export function queryCard(db: Reader, rules: MarketRules, id: string) {
  return selectCards(db, rules, {}).where(and(eq(nfts.burned, false), eq(nfts.id, id)))
}
