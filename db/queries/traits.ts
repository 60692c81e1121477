import { and, eq, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { nfts, nftTraits } from '#db/schema/tokens.ts'
import { traitCounts } from '#db/schema/trait-counts.ts'
import type { Attribute, TokenMetadata } from '#worker/contract/nfts.ts'
import { markRarity } from './statistics.ts'
import { type Given, remembered } from './remembered.ts'

/**
 * Stores metadata and its traits for the URI it was read from; a token whose URI has changed since is left unchanged. Returns whether
 * the token had other metadata before.
 */
export async function storeMetadata(
  tx: Executor,
  token: { id: string; issuer: string; taxon: number; uri: string },
  metadata: TokenMetadata,
): Promise<boolean> {
  const [before] = await tx
    .select({
      isOther: sql<boolean>`${nfts.metadata} is not null and ${nfts.metadata} <> ${JSON.stringify(metadata)}::jsonb`,
    })
    .from(nfts)
    .where(and(eq(nfts.id, token.id), eq(nfts.uri, token.uri)))
    .for('update')
  if (before === undefined) return false
  await tx
    .update(nfts)
    .set({ metadata, name: metadata.name, metadataState: 'ready' })
    .where(eq(nfts.id, token.id))
  await tx.execute(sql`
    with stems as (
      insert into name_stems (stem) select stem from (select name_stem(${metadata.name})) s(stem) where stem <> '' on conflict do nothing
      returning stem, words
    ), by_word as (
      insert into name_stem_words (word, stem) select key, stem from stems, word_keys(words) key on conflict do nothing
    )
    insert into name_words (word) select name_words_of(stem) from stems on conflict do nothing`)
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
  await markRarity(tx, token)
  return before.isOther
}

const countsOfToken = remembered<{ nftId: string }, ReturnType<typeof buildTraitCounts>>()

/** The traits of a token, each with the number of tokens in its collection that have it, once counted. */
export const queryTraitCounts = (db: Reader, nftId: string) =>
  countsOfToken(db, '', { nftId }, (given) => buildTraitCounts(db, given.nftId))

function buildTraitCounts(db: Reader, nftId: Given<string>) {
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
