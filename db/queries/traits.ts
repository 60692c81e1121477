import { and, eq, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { collections } from '#db/schema/collections.ts'
import { nfts, nftTraits } from '#db/schema/tokens.ts'
import { traitCounts } from '#db/schema/trait-counts.ts'
import type { Attribute, TokenMetadata } from '#worker/contract/nfts.ts'
import { rowsOf } from './rows.ts'

/** Stores metadata, with its traits, for the URI that it was read from; a token whose URI has changed since is left alone. */
export async function storeMetadata(
  tx: Executor,
  token: { id: string; issuer: string; taxon: number; uri: string },
  metadata: TokenMetadata,
) {
  const stored = await tx
    .update(nfts)
    .set({ metadata, name: metadata.name, metadataState: 'ready' })
    .where(and(eq(nfts.id, token.id), eq(nfts.uri, token.uri)))
    .returning({ id: nfts.id })
  if (stored.length === 0) return
  await tx.delete(nftTraits).where(eq(nftTraits.nftId, token.id))
  if (metadata.attributes.length > 0) {
    await tx
      .insert(nftTraits)
      .values(
        metadata.attributes.map((attribute: Attribute) => ({
          nftId: token.id,
          issuer: token.issuer,
          taxon: token.taxon,
          trait: attribute.trait_type,
          value: attribute.value,
        })),
      )
      .onConflictDoNothing()
  }
  await tx
    .update(collections)
    .set({ rarityDue: true })
    .where(
      and(
        eq(collections.issuer, token.issuer),
        eq(collections.taxon, token.taxon),
        eq(collections.rarityDue, false),
      ),
    )
}

/** The traits of a token with how many tokens of its collection have each, once that has been counted. */
export function queryTraitCounts(db: Reader, nftId: string) {
  return db
    .select({
      trait: traitCounts.trait,
      value: traitCounts.value,
      tokens: traitCounts.tokens,
      items: traitCounts.items,
    })
    .from(nftTraits)
    .innerJoin(
      traitCounts,
      and(
        eq(traitCounts.issuer, nftTraits.issuer),
        eq(traitCounts.taxon, nftTraits.taxon),
        eq(traitCounts.trait, nftTraits.trait),
        eq(traitCounts.value, nftTraits.value),
      ),
    )
    .where(eq(nftTraits.nftId, nftId))
}

/**
 * Rarity of the tokens of collections that are due: the sum over a token's traits of 1 / (share of tokens with that value),
 * rank 1 for the highest; equal scores share a rank. With the counts that it was worked out from. Returns how many collections were done.
 */
export async function refreshRarity(db: Executor, limit: number): Promise<number> {
  const done = await db.execute(sql`
    with due as (
      select id, issuer, taxon from collections where rarity_due order by id limit ${limit} for update skip locked
    ), marked as (
      update collections c set rarity_due = false from due where c.id = due.id returning c.issuer, c.taxon
    ), tokens as (
      select n.id, n.issuer, n.taxon, count(*) over (partition by n.issuer, n.taxon) as items
      from marked m join nfts n on n.issuer = m.issuer and n.taxon = m.taxon where not n.burned and n.metadata_state = 'ready'
    ), shares as (
      select t.issuer, t.taxon, t.trait, t.value, count(*)::real as having_it, max(k.items) as items
      from nft_traits t join tokens k on k.id = t.nft_id group by t.issuer, t.taxon, t.trait, t.value
    ), scores as (
      select k.id, k.issuer, k.taxon, coalesce(sum(k.items / s.having_it), 0)::real as score
      from tokens k
      left join nft_traits t on t.nft_id = k.id
      left join shares s on s.issuer = t.issuer and s.taxon = t.taxon and s.trait = t.trait and s.value = t.value
      group by k.id, k.issuer, k.taxon
    ), counted as (
      insert into trait_counts (issuer, taxon, trait, value, tokens, items)
      select issuer, taxon, trait, value, having_it::int, items::int from shares
      on conflict (issuer, taxon, trait, value) do update set tokens = excluded.tokens, items = excluded.items
      where (trait_counts.tokens, trait_counts.items) is distinct from (excluded.tokens, excluded.items)
    ), gone as (
      delete from trait_counts c using marked m where c.issuer = m.issuer and c.taxon = m.taxon
        and not exists (select 1 from shares s where s.issuer = c.issuer and s.taxon = c.taxon and s.trait = c.trait and s.value = c.value)
    ), ranks as (
      select id, score, rank() over (partition by issuer, taxon order by score desc)::int as place from scores
    ), written as (
      update nfts n set rarity_score = ranks.score, rarity_rank = ranks.place from ranks
      where n.id = ranks.id and (n.rarity_score is distinct from ranks.score or n.rarity_rank is distinct from ranks.place)
      returning n.id
    )
    select issuer from marked`)
  return rowsOf(done).length
}
