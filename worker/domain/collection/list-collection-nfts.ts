import { queryFacets } from '#db/queries/collection-lists.ts'
import { countCollectionNfts, queryCollectionNfts } from '#db/queries/collection-nfts.ts'
import type { CollectionNftsQuery, FacetsReply } from '#worker/contract/lists.ts'
import type { Context } from '#worker/domain/context.ts'
import { cardView } from '#worker/domain/nft/card-view.ts'
import { findIdentity } from './find-identity.ts'
import { nextMarker, packPosition, SortedPosition, unpackPosition } from './page-token.ts'

const pageSize = 24

/** A page of a collection's tokens. */
export async function listCollectionNfts(context: Context, filter: CollectionNftsQuery) {
  const { db, rules } = context
  const collection = await findIdentity(context, filter.id)
  const begun = Math.max(0, filter.marker ?? 0)
  const after = unpackPosition(SortedPosition, filter.after)
  const [rows, counted] = await db.read.batch([
    queryCollectionNfts(db.read, rules, collection, filter, { after, offset: begun, limit: pageSize }),
    countCollectionNfts(db.read, rules, collection, filter),
  ])
  const last = rows.at(-1)
  const marker = nextMarker(begun, rows.length, pageSize)
  return {
    nfts: rows.map(cardView),
    count: counted[0]?.count ?? 0,
    marker,
    after: last === undefined || marker === -1 ? null : packPosition({ value: last.sortValue, id: last.id }),
  }
}

/** Traits of a collection with counts. */
export async function listFacets(context: Context, id: string): Promise<FacetsReply> {
  const { issuer, taxon } = await findIdentity(context, id)
  const rows = await queryFacets(context.db.read, issuer, taxon)
  const traits = new Map<string, { value: string; count: number }[]>()
  for (const { trait, value, count } of rows)
    traits.set(trait, [...(traits.get(trait) ?? []), { value, count }])
  return [...traits].map(([trait, values]) => ({ trait, values }))
}
