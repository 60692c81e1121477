import { and, asc, eq } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { collections } from '#db/schema/collections.ts'
import { nfts } from '#db/schema/tokens.ts'

/** Returns the ids of public collections, in the order of the primary key. */
export function queryOpenCollectionIds(db: Reader, limit: number) {
  return db
    .select({ id: collections.id })
    .from(collections)
    .where(eq(collections.announced, true))
    .orderBy(asc(collections.id))
    .limit(limit)
}

/** Returns the ids of a collection's existing tokens, in the order of its item index. */
export function queryTokenIds(db: Reader, collection: { issuer: string; taxon: number }, limit: number) {
  return db
    .select({ id: nfts.id })
    .from(nfts)
    .where(and(eq(nfts.issuer, collection.issuer), eq(nfts.taxon, collection.taxon), eq(nfts.burned, false)))
    .orderBy(asc(nfts.sequence))
    .limit(limit)
}
