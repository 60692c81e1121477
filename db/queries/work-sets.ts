import { type SQL, sql } from 'drizzle-orm'
import type { WorkSetKind } from '#db/schema/work-sets.ts'

// What many works of a large collection have in common is kept as a set: one bit for each of its works. Then works are counted under
// any filter by combining sets, without reading them. Like other figures of a collection, sets are as of the last round of the cron.

/** Flags of a token that filters ask for. */
export const flags = ['burnable', 'onlyXRP', 'trustLine', 'transferable'] as const

/** Works (tokens on the ledger) from which a collection has sets; smaller ones are counted as they are. */
export const largeCollection = 2000

/** Sets of one collection and kind. */
export const maxSets = 2000

/**
 * Which collections have sets. A range of numbers with more than `places` for each work is not kept: its works are a small share of
 * those of their issuer. Owners with as many works as `share` have a set, and so many works are in a set of prices, unless a share of
 * all works is more. From so many named works on there are more sets of names (`name-sets.ts`).
 */
export const large = { works: largeCollection, places: 16, share: 500, names: 20_000 }
export type Large = typeof large

/** The number of a token, which its NFTokenID ends with. Burned tokens are in no set of states, so others need not leave them out. */
export const sequenceOf = (id: SQL) => sql`('x' || right(${id}, 8))::bit(32)::bigint`

/** States of works that filters ask for. */
export type WorkState = 'listed' | 'held' | 'auction' | 'burnable' | 'onlyXRP' | 'trustLine' | 'transferable'

/** Those whose traits, or whose names, have changed since `marks`, once the traits are counted. */
export const metadataDue = (marks: 'trait_marks' | 'name_marks') => sql`(
  select c.id, s.issuer, s.taxon, s.first, s.size, c.rarity_marks from collection_sets s join collections c on c.issuer = s.issuer and c.taxon = s.taxon
  where s.size > 0 and not c.rarity_due and s.${sql.raw(marks)} is distinct from c.rarity_marks)`

/**
 * Replaces all sets of `kinds` of the collection and range `target` by those of `members(kind, name, value, places)`, as common table
 * expressions. A set that has not changed is not written.
 */
export const replaceSets = (kinds: WorkSetKind[]) => sql`sets as materialized (
      select kind, name, value, work_set(places, size) as works from members, target
    ), gone as (
      delete from work_sets s using target where s.issuer = target.issuer and s.taxon = target.taxon and s.kind in ${kinds}
        and not exists (select 1 from sets where sets.kind = s.kind and sets.name = s.name and sets.value = s.value)
    ), replaced as (
      insert into work_sets (issuer, taxon, kind, name, value, first, size, works)
      select target.issuer, target.taxon, sets.kind, sets.name, sets.value, target.first, target.size, sets.works from target, sets
      on conflict (issuer, taxon, kind, name, value) do update set first = excluded.first, size = excluded.size, works = excluded.works
      where (work_sets.first, work_sets.works) is distinct from (excluded.first, excluded.works)
    )`
