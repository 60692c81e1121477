import { and, eq, isNull, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor } from '#db/executor.ts'
import { collectionBlacklist, collectionRules, collectionWhitelist } from '#db/schema/collection-rules.ts'
import { demandItems } from '#db/schema/on-demand.ts'
import { collections } from '#db/schema/collections.ts'
import { nfts } from '#db/schema/tokens.ts'
import { parseRows } from '#db/sql/rows.ts'

export type CollectionRecord = typeof collections.$inferSelect
export type CollectionChange = Pick<
  CollectionRecord,
  'name' | 'description' | 'royaltyPercent' | 'links' | 'random' | 'onDemandMint' | 'currency' | 'mutableNfts'
> & { thumbnailCid?: string; announced?: boolean }

/**
 * Creates a collection for its issuer, or assigns one that the index created from tokens. Returns its id; null if the
 * issuer has already added a collection with this taxon.
 */
export async function claimCollection(
  db: Executor,
  row: CollectionChange & { id: string; issuer: string; taxon: number },
): Promise<string | null> {
  const { id: _id, issuer: _issuer, taxon: _taxon, ...change } = row
  const [claimedRow] = await db
    .insert(collections)
    .values({ ...row, addedAt: sql`now()` })
    .onConflictDoUpdate({
      target: [collections.issuer, collections.taxon],
      set: { ...change, addedAt: sql`now()` },
      setWhere: isNull(collections.addedAt),
    })
    .returning({ id: collections.id })
  return claimedRow?.id ?? null
}

/** Locks a collection for the rest of the transaction; null if it does not exist. */
export async function lockCollection(tx: Executor, id: string): Promise<CollectionRecord | null> {
  const [row] = await tx.select().from(collections).where(eq(collections.id, id)).for('update')
  return row ?? null
}

export async function changeCollection(
  tx: Executor,
  id: string,
  change: Partial<CollectionChange> & Partial<Pick<CollectionRecord, 'verified' | 'featuredAt' | 'addedAt'>>,
): Promise<void> {
  await tx.update(collections).set(change).where(eq(collections.id, id))
}

/** Counts unsold items, with or without a token. */
export async function countUnsold(tx: Executor, id: string): Promise<number> {
  return tx.$count(
    demandItems,
    and(eq(demandItems.collectionId, id), sql`${demandItems.state} in ('draft', 'for_sale')`),
  )
}

/** True if a work or an edition of a locked collection has a price, so the currency must not change. */
export async function hasPrices(tx: Executor, id: string): Promise<boolean> {
  const result =
    await tx.execute(sql`select exists (select 1 from demand_items where collection_id = ${id} and state = 'for_sale')
    or exists (select 1 from editions where collection_id = ${id} and state <> 'closed')
    or exists (select 1 from reservations where collection_id = ${id} and state in ('reserved', 'offered', 'cancelling')) as found`)
  return parseRows(v.object({ found: v.boolean() }), result)[0]?.found === true
}

/** Locks the unsold items, always in the same order, so that none can be reserved while the collection is removed. */
export async function lockUnsold(tx: Executor, id: string): Promise<void> {
  await tx.execute(
    sql`select 1 from demand_items where collection_id = ${id} and state in ('draft', 'for_sale') order by id for update`,
  )
}

const RemovalBlockers = v.object({
  reservations: v.number(),
  editions: v.number(),
  auctions: v.number(),
  payouts: v.number(),
  sales: v.number(),
  numbers: v.number(),
  inventory: v.number(),
})

/** Returns the reasons that prevent a collection from being removed. */
export async function findRemovalBlockers(
  tx: Executor,
  { id, issuer, taxon }: Pick<CollectionRecord, 'id' | 'issuer' | 'taxon'>,
): Promise<v.InferOutput<typeof RemovalBlockers>> {
  const token = sql`select id from nfts where issuer = ${issuer} and taxon = ${taxon}`
  const result = await tx.execute(sql`select
    (select count(*)::int from reservations where collection_id = ${id} and state in ('reserved', 'offered', 'cancelling')) as reservations,
    (select count(*)::int from editions where collection_id = ${id} and state <> 'closed') as editions,
    (select count(*)::int from auctions where state = 'running' and nft_id in (${token})) as auctions,
    (select count(*)::int from payouts where collection_id = ${id} and state = 'owed') as payouts,
    (select count(*)::int from sales where state = 'matching' and nft_id in (${token})) as sales,
    (select count(*)::int from demand_items i join editions e on e.id = i.edition_id
      where i.collection_id = ${id} and i.state = 'for_sale' and e.state = 'closed') as numbers,
    (select count(*)::int from demand_items where collection_id = ${id} and token_id is not null and edition_id is null
      and state in ('draft', 'for_sale')) as inventory`)
  const [row] = parseRows(RemovalBlockers, result)
  if (row === undefined) throw new Error('Counting came to nothing.')
  return row
}

/**
 * Deletes a collection with its rules, and withdraws items that are not minted. Tokens remain, because they exist on
 * the ledger.
 */
export async function deleteCollection(tx: Executor, id: string): Promise<void> {
  await tx
    .update(demandItems)
    .set({ state: 'removed' })
    .where(and(eq(demandItems.collectionId, id), sql`${demandItems.state} in ('draft', 'for_sale')`))
  await tx.delete(collectionRules).where(eq(collectionRules.collectionId, id))
  await tx.delete(collectionWhitelist).where(eq(collectionWhitelist.collectionId, id))
  await tx.delete(collectionBlacklist).where(eq(collectionBlacklist.collectionId, id))
  await tx.delete(collections).where(eq(collections.id, id))
}

/** Locks a token's row; null if the token is unknown. */
export async function lockNft(
  tx: Executor,
  id: string,
): Promise<{ featuredAt: Date | null; adult: boolean | null } | null> {
  const [row] = await tx
    .select({ featuredAt: nfts.featuredAt, adult: nfts.adult })
    .from(nfts)
    .where(eq(nfts.id, id))
    .for('update')
  return row ?? null
}

export async function featureNft(tx: Executor, id: string, featuredAt: Date | null): Promise<void> {
  await tx.update(nfts).set({ featuredAt }).where(eq(nfts.id, id))
}
