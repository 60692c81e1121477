import { eq, type SQL } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { collections } from '#db/schema/collections.ts'
import { demandItems } from '#db/schema/on-demand.ts'
import { shownName } from './shown-names.ts'

/** Selects items with the collection data that their cards show. */
export function selectItems<Extra extends Record<string, SQL>>(db: Reader, extra: Extra) {
  return db
    .select({
      ...extra,
      item: demandItems,
      artist: shownName(demandItems.issuer),
      collectionName: collections.name,
      collectionVerified: collections.verified,
    })
    .from(demandItems)
    .innerJoin(collections, eq(collections.id, demandItems.collectionId))
}
