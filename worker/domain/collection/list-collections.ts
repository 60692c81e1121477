import { sentence } from '#contract/words/sentence.ts'
import { countCollections, queryCollection, queryCollectionPage } from '#db/queries/collection/lists.ts'
import { queryPeopleOfCollection } from '#db/queries/people/people.ts'
import { queryPayeesOfCollection } from '#db/queries/split/splits.ts'
import type { CollectionListQuery } from '#contract/schemas/lists.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { collectionView } from '#worker/domain/nft/collection-view.ts'
import { peopleView } from '#worker/domain/people/view.ts'
import { splitView } from '#worker/domain/people/payee-view.ts'
import { nextMarker, packPosition, pageBegin, SortedPosition, unpackPosition } from './page-token.ts'

const pageSize = 24

/** Lists a page of the explorer in one round trip. */
export async function listCollections({ db }: Context, filter: CollectionListQuery) {
  const start = pageBegin(filter.marker, pageSize)
  const after = unpackPosition(SortedPosition, filter.after)
  const [rows, countRows] = await db.http.batch([
    queryCollectionPage(db.http, filter, { after, ...start }),
    countCollections(db.http, filter),
  ])
  const last = rows.at(-1)
  const marker = nextMarker(start.offset, rows.length, pageSize)
  return {
    list: rows.map((row) => ({ ...collectionView(row), floorBeforeDrops: row.floorBefore })),
    count: countRows[0]?.count ?? 0,
    marker,
    after:
      last === undefined || marker === -1
        ? null
        : packPosition({ value: last.sortValue, id: last.collection.id }),
  }
}

/** Reads one collection. Throws Refusal('not_found'). */
export async function getCollection({ db }: Context, id: string) {
  const [[row], payees, people] = await db.http.batch([
    queryCollection(db.http, id),
    queryPayeesOfCollection(db.http, id),
    queryPeopleOfCollection(db.http, id),
  ])
  if (row === undefined) throw new Refusal('not_found', sentence('This collection does not exist.'))
  return { ...collectionView(row), split: splitView(payees), people: peopleView(people) }
}
