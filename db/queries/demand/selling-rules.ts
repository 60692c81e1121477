import { and, eq, sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { collectionRules } from '#db/schema/collection-rules.ts'
import { collections } from '#db/schema/collections.ts'

const fields = {
  id: collections.id,
  name: collections.name,
  issuer: collections.issuer,
  announced: collections.announced,
  random: collections.random,
  onDemandMint: collections.onDemandMint,
  mutableNfts: collections.mutableNfts,
  currency: collections.currency,
  /** True if the issuer has restricted who may buy. */
  whitelistEnabled: sql<boolean>`coalesce(${collectionRules.whitelistEnabled}, false)`,
  blacklistEnabled: sql<boolean>`coalesce(${collectionRules.blacklistEnabled}, false)`,
  promoCodeEnabled: sql<boolean>`coalesce(${collectionRules.promoCodeEnabled}, false)`,
  guarded: sql<boolean>`coalesce(${collectionRules.whitelistEnabled} or ${collectionRules.blacklistEnabled} or ${collectionRules.promoCodeEnabled}, false)`,
}

/** Reads the selling rules for a collection's tokens and items; null if the collection does not exist. */
export async function findSellingRules(db: Executor, issuer: string, taxon: number) {
  const [row] = await db
    .select(fields)
    .from(collections)
    .leftJoin(collectionRules, eq(collectionRules.collectionId, collections.id))
    .where(and(eq(collections.issuer, issuer), eq(collections.taxon, taxon)))
  return row ?? null
}

/** Reads the same rules by collection id. */
export async function findSellingRulesById(db: Executor, id: string) {
  const [row] = await db
    .select(fields)
    .from(collections)
    .leftJoin(collectionRules, eq(collectionRules.collectionId, collections.id))
    .where(eq(collections.id, id))
  return row ?? null
}
