import { queryIdentity } from '#db/queries/collections.ts'
import { queryFacets } from '#db/queries/collection-facets.ts'
import {
  countCollectionNfts,
  queryCollectionItems,
  queryCollectionNfts,
} from '#db/queries/collection-nfts.ts'
import type { CollectionNftsQuery, FacetsReply } from '#worker/contract/lists.ts'
import type { Context } from '#worker/domain/context.ts'
import { cardView, demandCardView } from '#worker/domain/nft/card-view.ts'
import { hasten } from '#worker/domain/nft/hasten.ts'
import { peopleView } from '#worker/domain/people/view.ts'
import { identityOf } from './find-identity.ts'
import { nextMarker, packPosition, pageBegin, SortedPosition, unpackPosition } from './page-token.ts'

const pageSize = 24

/** A page of a collection's tokens and on-demand items. */
export async function listCollectionNfts(context: Context, filter: CollectionNftsQuery) {
  const { db, rules } = context
  const { collection, confirm } = identityOf(filter.id)
  const begin = pageBegin(filter.marker, pageSize)
  const after = unpackPosition(SortedPosition, filter.after)
  const page = { after, ...begin }
  const [tokens, items, counted, identity] = await db.read.batch([
    queryCollectionNfts(db.read, rules, collection, filter, page),
    queryCollectionItems(db.read, rules, collection, filter, page),
    countCollectionNfts(db.read, rules, collection, filter),
    queryIdentity(db.read, filter.id),
  ])
  confirm(identity)
  hasten(
    context,
    tokens.flatMap(({ id, name }) => (name === null ? [id] : [])),
  )
  const rows = [
    ...tokens.map((row) => ({ ...row, card: cardView(row) })),
    ...items.map((row) => ({ ...row, id: row.item.id, card: demandCardView(row) })),
  ].sort((a, b) => a.place - b.place)
  const last = rows.at(-1)
  const marker = nextMarker(begin.offset, rows.length, pageSize)
  return {
    nfts: rows.map(({ card }) => card),
    count: counted[0]?.count ?? 0,
    people: peopleView(tokens.flatMap(({ people }) => people ?? [])),
    marker,
    after:
      last === undefined || marker === -1
        ? null
        : packPosition({ value: last.sortValue, id: last.id, rest: last.restValue }),
  }
}

/** Traits of a collection, with how many tokens match the other filters. */
export async function listFacets(context: Context, filter: CollectionNftsQuery): Promise<FacetsReply> {
  const { collection, confirm } = identityOf(filter.id)
  const [found] = await queryFacets(context.db.read, context.rules, collection, filter)
  confirm(found?.identity ? [found.identity] : [])
  return found?.traits ?? []
}
