import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor } from '#db/executor.ts'
import { parseRows } from '#db/sql/rows.ts'

/** Minimum number of works in a ranked collection. With fewer works, a rank is meaningless. */
const fewestRanked = 10

/**
 * Computes rarity for collections that are due: the sum over a token's traits of 1 / (share of tokens with that value).
 * Rank 1 is the highest sum, equal scores share a rank, and small collections have no ranks. Also stores the underlying
 * counts. A collection stays due while it or one of its tokens is being changed (see statistics.ts). Returns the number
 * of updated collections.
 */
export async function refreshRarity(db: Executor, limit: number): Promise<number> {
  const result = await db.execute(sql`
    with due as (
      select id, issuer, taxon, rarity_marks from collections where rarity_due order by id limit ${limit}
    ), tokens as (
      select n.id, n.issuer, n.taxon, count(*) over (partition by n.issuer, n.taxon) as items
      from due d join nfts n on n.issuer = d.issuer and n.taxon = d.taxon where not n.burned and n.metadata_state = 'ready'
    ), shares as (
      select t.issuer, t.taxon, t.trait, t.value, count(*)::real as having_it, max(k.items) as items
      from nft_traits t join tokens k on k.id = t.nft_id group by t.issuer, t.taxon, t.trait, t.value
    ), scores as (
      select k.id, k.issuer, k.taxon, k.items, coalesce(sum(k.items / s.having_it), 0)::real as score
      from tokens k
      left join nft_traits t on t.nft_id = k.id
      left join shares s on s.issuer = t.issuer and s.taxon = t.taxon and s.trait = t.trait and s.value = t.value
      group by k.id, k.issuer, k.taxon, k.items
    ), counted as (
      insert into trait_counts (issuer, taxon, trait, value, tokens, items)
      select issuer, taxon, trait, value, having_it::int, items::int from shares
      on conflict (issuer, taxon, trait, value) do update set tokens = excluded.tokens, items = excluded.items
      where (trait_counts.tokens, trait_counts.items) is distinct from (excluded.tokens, excluded.items)
    ), gone as (
      delete from trait_counts c using due d where c.issuer = d.issuer and c.taxon = d.taxon
        and not exists (select 1 from shares s where s.issuer = c.issuer and s.taxon = c.taxon and s.trait = c.trait and s.value = c.value)
    ), ranks as (
      select id, issuer, taxon, score, case when items >= ${fewestRanked} then
        rank() over (partition by issuer, taxon order by score desc)::int end as place from scores
    ), changed as (
      select r.* from ranks r join nfts n on n.id = r.id
      where n.rarity_score is distinct from r.score or n.rarity_rank is distinct from r.place
    ), free as (
      select n.id from nfts n join changed on n.id = changed.id order by n.id for no key update of n skip locked
    ), written as (
      update nfts n set rarity_score = changed.score, rarity_rank = changed.place from changed
      where n.id = changed.id and n.id in (select id from free)
    ), busy as (
      select distinct changed.issuer, changed.taxon from changed left join free on free.id = changed.id where free.id is null
    ), held as (
      select c.id from collections c join due on c.id = due.id and c.rarity_marks = due.rarity_marks
      order by c.id for no key update of c skip locked
    )
    update collections c set rarity_due = false from due
    where c.id = due.id and c.id in (select id from held)
      and not exists (select 1 from busy where busy.issuer = due.issuer and busy.taxon = due.taxon)
    returning c.id`)
  return parseRows(v.unknown(), result).length
}
