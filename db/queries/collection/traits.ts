import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Executor, Reader } from '#db/executor.ts'
import { nfts, nftTraits } from '#db/schema/tokens.ts'
import { traitCounts } from '#db/schema/trait-counts.ts'
import { type Attribute, metadataReader, type TokenMetadata } from '#contract/schemas/nfts.ts'
import { markExplicit } from '#contract/rules/explicit.ts'
import { isReported } from '#db/queries/nft/adult-content.ts'
import { markRarity } from '#db/queries/ledger-index/statistics.ts'

/**
 * Stores metadata and its traits for the URI from which it was read. Does nothing if the token's URI has changed since.
 * Returns whether the token had other metadata before (`isChanged`), and whether that was at the same URI
 * (`isSameUri`).
 */
export async function storeMetadata(
  tx: Executor,
  token: { id: string; issuer: string; taxon: number; uri: string | null },
  metadataRead: TokenMetadata,
): Promise<{ isChanged: boolean; isSameUri: boolean }> {
  const plain = markExplicit(metadataRead)
  const reportedMetadata = markExplicit(metadataRead, true)
  const [before] = await tx
    .select({
      isReported,
      isSameUri: sql<boolean>`${nfts.metadataReader} > 0`,
      isChanged: sql<boolean>`${nfts.metadata} is not null and ${nfts.metadata} <>
        case when ${isReported} then ${JSON.stringify(reportedMetadata)}::jsonb else ${JSON.stringify(plain)}::jsonb end`,
    })
    .from(nfts)
    .where(and(eq(nfts.id, token.id), token.uri === null ? isNull(nfts.uri) : eq(nfts.uri, token.uri)))
    .for('update')
  if (before === undefined) return { isChanged: false, isSameUri: false }
  const metadata = before.isReported ? reportedMetadata : plain
  await tx
    .update(nfts)
    .set({
      metadata,
      name: metadata.name,
      metadataState: 'ready',
      metadataProblem: null,
      metadataTries: 0,
      metadataDueAt: null,
      metadataReader,
      // The files of the new metadata must be freed, too, if the token is burned.
      filesFreed: false,
    })
    .where(eq(nfts.id, token.id))
  // Sorts the words, so that transactions that add the same words lock them in the same order.
  await tx.execute(sql`insert into name_words (word)
    select distinct word from regexp_split_to_table(search_text(${metadata.name}), '[^[:alnum:]]+') word
    where length(word) between 3 and 40 and word !~ '^[0-9]+$' order by word on conflict do nothing`)
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
  return { isChanged: before.isChanged, isSameUri: before.isSameUri }
}

/** Returns the traits of a token, each with the number of tokens in the collection that have it, once counted. */
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
