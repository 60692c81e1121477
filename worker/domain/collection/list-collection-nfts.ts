import { queryIdentity } from '#db/queries/collection/collections.ts'
import { countFacets, isCounted, queryFacetValues } from '#db/queries/collection/facets.ts'
import {
  countCollectionNfts,
  queryCollectionItems,
  queryCollectionNfts,
} from '#db/queries/collection/items.ts'
import { isWhole } from '#db/queries/collection/item-filter.ts'
import { type CollectionNftsQuery, type FacetsReply, mostCounted } from '#contract/schemas/lists.ts'
import type { Context } from '#worker/domain/context.ts'
import { cardView, demandCardView } from '#worker/domain/nft/card-view.ts'
import { refreshMetadataSoon } from '#worker/domain/nft/refresh-metadata-soon.ts'
import { peopleView } from '#worker/domain/people/view.ts'
import { identityOf } from './find-identity.ts'
import { ItemPosition, nextMarker, packPosition, pageBegin, unpackPosition } from './page-token.ts'

const pageSize = 24

/** Lists a page of a collection's tokens and on-demand items. */
export async function listCollectionNfts(context: Context, filter: CollectionNftsQuery) {
  const { db, rules } = context
  const { collection, confirm } = identityOf(filter.id)
  const start = pageBegin(filter.marker, pageSize)
  const after = unpackPosition(ItemPosition, filter.after)
  const works = { rules, collection, filter, page: { after, ...start } }
  const [tokens, items, countRows, identity] = await db.http.batch([
    queryCollectionNfts(db.http, works),
    queryCollectionItems(db.http, works),
    countCollectionNfts(db.http, works),
    queryIdentity(db.http, filter.id),
  ])
  confirm(identity)
  refreshMetadataSoon(
    context,
    tokens.flatMap(({ id, name }) => (name === null ? [id] : [])),
  )
  const rows = [
    ...tokens.map((row) => ({ ...row, card: cardView(row) })),
    ...items.map((row) => ({ ...row, id: row.item.id, card: demandCardView(row) })),
  ].sort((a, b) => a.place - b.place)
  const last = rows.at(-1)
  const marker = nextMarker(start.offset, rows.length, pageSize)
  const { count = 0 } = countRows[0] ?? {}
  const isMore = !isWhole(filter) && count > mostCounted
  return {
    nfts: rows.map(({ card }) => card),
    count: isMore ? mostCounted : count,
    atLeast: isMore,
    people: peopleView(tokens.flatMap(({ people }) => people ?? [])),
    marker,
    after:
      last === undefined || marker === -1
        ? null
        : packPosition({ value: last.sortValue, sequence: last.sortSequence, id: last.id }),
  }
}

/** Lists the traits of a collection, with the number of tokens that match the other filters. */
export async function listFacets({ db, rules }: Context, filter: CollectionNftsQuery): Promise<FacetsReply> {
  const { collection, confirm } = identityOf(filter.id)
  const [identity, values, ...countRows] = await db.http.batch([
    queryIdentity(db.http, filter.id),
    queryFacetValues(db.http, collection),
    ...countFacets(db.http, rules, collection, filter),
  ])
  confirm(identity)
  const counts = new Map(countRows.flat().map((row) => [JSON.stringify([row.trait, row.value]), row]))
  const byTrait = Map.groupBy(values, ({ trait }) => trait)
  const inOrder = [...byTrait].sort(([a], [b]) => (a < b ? -1 : 1))
  return inOrder.map(([trait, traitValues]) => ({
    trait,
    values: traitValues.map(({ value, tokens }) => {
      if (!isCounted(filter, trait)) return { value, count: tokens, atLeast: false }
      const { count = 0, atLeast = false } = counts.get(JSON.stringify([trait, value])) ?? {}
      return { value, count, atLeast }
    }),
  }))
}
