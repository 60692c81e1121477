import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import type { Identity } from './collections.ts'
import type { Value } from './item-filter.ts'
import { rowsOf } from './rows.ts'
import { type Large, maxSets, metadataDue, replaceSets } from './work-sets.ts'

// Sets of a large collection for texts in names, both as the database compares them (`search_text`). Most names of a large collection
// differ by their numbers alone. So there are sets of `shape`s, names with `0` in the place of each number, as `moon #0 of 0`: a name
// contains a text without digits exactly if its shape does. For digits there are `pair`s and `triple`s of neighbouring characters with a
// digit among them, and the last character by itself. Where names are too different for shapes, there are pairs of `letters`, too, which
// are all characters but digits.

const kinds = ['shape', 'pair', 'triple', 'letters'] as const

/** Kinds for parts of a name, with the characters of a part, and whether it has a digit. */
const partKinds = sql`(values ('pair', 2, true), ('triple', 3, true), ('letters', 2, false)) kinds(kind, width, digits)`

/**
 * What the sets of a collection may take: bytes of a shape; characters of a name; pairs or triples of a kind; their bits; and how many
 * places of all its names are looked at, in about ten seconds. Without sets of a kind, works are found by those of others, or by names.
 */
const bounds = { shape: 800, name: 400, parts: 2 * maxSets, bits: 1_000_000_000, places: 10_000_000 }

/** Works that sets leave and whose names are compared with the text still. Of more, a sample is. */
const maxCompared = 2000

/** Works of a sample, and the share of it that has the text where all are counted. */
const sample = { works: 500, share: 0.9 }

const hasDigit = (text: SQL) => sql`(${text} <> translate(${text}, '0123456789', ''))`
const shapeOf = (text: SQL) => sql`regexp_replace(${text}, '[0-9]+', '0', 'g')`

/**
 * Makes the sets of names of one large collection whose metadata has changed since. Returns false when none has. With fewer names than
 * `names`, not many share the same two digits, and there are no triples.
 */
export async function refreshNameSets(db: Executor, { names }: Large): Promise<boolean> {
  const hasShapes = sql`exists (select 1 from shape_kind)`
  const done = await db.execute(sql`
    with target as materialized (
      select issuer, taxon, first, size, rarity_marks from ${metadataDue('name_marks')} due order by id limit 1
    ), named as materialized (
      select text, place, length(split_part(translate(text, '123456789', '000000000'), '0', 1)) as before_digits from (
        select search_text(n.name) as text, (n.sequence - target.first)::int as place from target
        join nfts n on n.issuer = target.issuer and n.taxon = target.taxon
        where not n.burned and n.name is not null and n.sequence >= target.first and n.sequence < target.first + target.size offset 0
      ) n
    ), shapes as materialized (
      select ${shapeOf(sql`text`)} as shape, place from named
    ), shape_kind as materialized (
      select 'shape' as kind from shapes having count(distinct shape) <= ${maxSets} and coalesce(max(octet_length(shape)), 0) <= ${bounds.shape}
    ), part_kinds as materialized (
      select kind, width, digits from ${partKinds} left join named on true group by kind, width, digits
      having case kind when 'triple' then count(text) >= ${names} when 'letters' then not ${hasShapes} else true end
        and coalesce(max(length(text)), 0) <= ${bounds.name}
        and coalesce(sum(length(text) - case when digits then before_digits else 0 end), 0) <= ${bounds.places}
    ), parts as materialized (
      select kind, value, array_agg(place) as places from named cross join part_kinds
      cross join lateral generate_series(case when digits then greatest(1, before_digits + 2 - width) else 1 end, length(text) + 4 - 2 * width) at
      cross join lateral (select substr(text, at, width) as value offset 0) part
      where ${hasDigit(sql`value`)} = digits group by kind, value
    ), kinds as materialized (
      select kind from shape_kind
      union all
      select kind from part_kinds, target
      where (select count(*) from parts where parts.kind = part_kinds.kind) <= least(${bounds.parts}, ${bounds.bits} / target.size)
    ), members as (
      select kind, 'kept' as name, '' as value, '{}'::int[] as places from kinds
      union all
      select 'shape', 'one', shape, array_agg(place) from shapes where ${hasShapes} group by shape
      union all
      select kind, 'one', value, places from parts where kind in (select kind from kinds)
    ), ${replaceSets([...kinds])}
    update collection_sets s set name_marks = target.rarity_marks from target
    where s.issuer = target.issuer and s.taxon = target.taxon and s.first = target.first and s.size = target.size returning 1`)
  return rowsOf(done).length > 0
}

/** Whether a name contains a text. One in ASCII is compared at a tenth of the cost: all its characters are single bytes, without accents. */
export const hasName = (
  text: Value,
) => sql`case when octet_length(n.name) = char_length(n.name) then lower(n.name) else search_text(n.name) end
  like (select '%' || like_part(search_text(${text})) || '%')`

/**
 * What sets know of the works of the range `k` whose names contain a text, as common table expressions: `named(works, exact)`, one row.
 * `works` are at least these, and null where no sets help; `exact` says that they are these alone.
 */
export function worksNamed({ issuer, taxon }: Identity, text: Value): SQL {
  const none = sql`work_set('{}', max(k.size))`
  const setOf = (
    kind: SQL,
    name: string,
  ) => sql`one.issuer = ${issuer} and one.taxon = ${taxon} and one.kind = ${kind}
    and one.name = ${name} and one.first = k.first and one.size = k.size`
  const isKept = (kind: string) => sql`exists (select 1 from kept_kinds where kind = ${kind})`
  // What stands next to a digit is in pairs and triples, which are read faster than all shapes.
  const isInShapes = sql`(${isKept('shape')} and (not ${hasDigit(sql`text`)} or text ~ '[^0-9]{3}'))`
  return sql`asked_name as materialized (
      select text, length(text) as length from (select search_text(${text}) as text offset 0) t
    ), kept_kinds as materialized (
      select kinds.kind from k cross join (values ('shape'), ('pair'), ('triple'), ('letters')) kinds(kind)
      where exists (select 1 from work_sets one where ${setOf(sql`kinds.kind`, 'kept')})
    ), asked_parts as materialized (
      select distinct kinds.kind, value from asked_name cross join ${partKinds}
      cross join lateral generate_series(1, length + 1 - width) at cross join lateral (select substr(text, at, width) as value offset 0) v
      where kinds.kind in (select kind from kept_kinds) and ${hasDigit(sql`value`)} = digits
    ), named_sets as materialized (
      select coalesce(bit_or(one.works), ${none}) as works, not ${hasDigit(sql`text`)} as exact
      from k cross join asked_name left join work_sets one on ${setOf(sql`'shape'`, 'one')} and one.value like '%' || like_part(${shapeOf(sql`text`)}) || '%'
      where ${isInShapes} group by text
      union all
      select case when count(one.works) = count(*) then bit_and(one.works) else ${none} end, max(length(p.value)) = max(length)
      from k cross join asked_name cross join asked_parts p left join work_sets one on ${setOf(sql`p.kind`, 'one')} and one.value = p.value
      having count(*) > 0
      union all
      select coalesce(bit_or(one.works), ${none}), true
      from k cross join asked_name left join work_sets one on (${setOf(sql`'pair'`, 'one')} or ${setOf(sql`'letters'`, 'one')})
        and one.value like like_part(text) || '%'
      where length = 1 and ${isKept('pair')} and (${hasDigit(sql`text`)} or ${isKept('letters')}) group by text
    ), named as materialized (
      select bit_and(works) as works, coalesce(bool_or(exact), false) as exact from named_sets
    )`
}

/** Works `named` as a set of at least these, for a list, in which names are compared. */
export const worksPerhapsNamed = sql`select coalesce(named.works, ~ work_set('{}', k.size)) from k, named`

/**
 * Those of the works `named` that are in the set `others`. Where no sets help, or they leave more than the text, names are compared, of
 * many works those of a sample. Burned works are in no set of states; a condition on them would let the planner read another index than
 * that of numbers.
 */
export function setOfNames({ issuer, taxon }: Identity, text: Value, others: SQL): SQL {
  const ofNumbers = (numbers: SQL) =>
    sql`from nfts n where n.issuer = ${issuer} and n.taxon = ${taxon} and n.sequence = any(array(${numbers}))`
  const compared = (from: SQL) =>
    sql`work_set(array(select (n.sequence - k.first)::int ${from} and ${hasName(text)} order by n.sequence offset 0), k.size)`
  const everywhere = sql`from nfts n where n.issuer = ${issuer} and n.taxon = ${taxon} and n.sequence >= k.first and n.sequence < k.first + k.size`
  // Four pieces of the range, each with as many numbers as hold a quarter of the sample where works are spread evenly.
  const pieces = sql`select k.first + piece * (k.size / 4) + place from generate_series(0, 3) piece cross join lateral (
    select place from unnest(work_places(substring(works from piece * (k.size / 4) + 1
      for greatest(1, k.size / 4 * ${sample.works}::bigint / greatest(bit_count(works), 1))::int))) place limit ${sample.works}) sampled`
  return sql`select case when exact then works
      when unknown then ${compared(everywhere)}
      when bit_count(works) > ${maxCompared} and (select count(*) filter (where ${hasName(text)}) >= ${sample.share}::numeric * greatest(count(*), 1) ${ofNumbers(pieces)}) then works
      else ${compared(ofNumbers(sql`select k.first + place from unnest(work_places(works)) place`))} end
    from (select named.works & ${others} as works, named.works is null as unknown, exact from named offset 0) wanted, k`
}
