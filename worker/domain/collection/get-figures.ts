import { queryIdentity } from '#db/queries/collection/collections.ts'
import {
  queryBegin,
  queryCollectionSales,
  queryDepth,
  queryFigureDays,
  queryRange,
  queryFundersOfRange,
  queryHolders,
  queryRangeSales,
  topHoldersOf,
} from '#db/queries/collection/figures.ts'
import { queryPeople } from '#db/queries/people/people.ts'
import * as v from 'valibot'
import {
  type FiguresQuery,
  type FiguresReply,
  type OwnersReply,
  ownerBounds,
  type SalesQuery,
} from '#contract/schemas/figures.ts'
import type { Context } from '#worker/domain/context.ts'
import { peopleView } from '#worker/domain/people/view.ts'
import { saleView } from '#worker/domain/nft/sale-view.ts'
import { identityOf } from './find-identity.ts'
import { nextMarker, packPosition, pageBegin, unpackPosition } from './page-token.ts'

const maxDots = 500
const maxPrices = 200
const pageSize = 40

const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

/** Returns the daily figures of a collection's charts, with the sales and listings behind them. */
export async function getFigures({ db }: Context, query: FiguresQuery): Promise<FiguresReply> {
  const reader = db.http
  const { collection, confirm } = identityOf(query.id)
  const days = query.range === 'all' ? null : Number(query.range)
  const includesMarked = query.marked ?? false
  const range = { days, marked: includesMarked, limit: maxDots }
  const [rows, first, sales, funders, depth, start, identity] = await reader.batch([
    queryFigureDays(reader, collection, days),
    queryRange(reader, days),
    queryRangeSales(reader, collection, range),
    queryFundersOfRange(reader, collection, range),
    queryDepth(reader, collection, maxPrices),
    queryBegin(reader),
    queryIdentity(reader, query.id),
  ])
  confirm(identity)
  const from = first[0]?.day ?? ''
  const within = rows.filter(({ day }) => day >= from)
  const countedRows = rows.map((row) => {
    // The day before the range is included only for its floor.
    const counts = row.day >= from
    return {
      ...row,
      sales: counts ? row.sales + (includesMarked ? row.markedSales : 0) : 0,
      volumeDrops: counts ? row.volumeDrops + (includesMarked ? row.markedDrops : 0n) : 0n,
    }
  })
  return {
    since: start[0]?.beganAt?.toISOString() ?? null,
    from: first[0]?.day ?? null,
    today: first[0]?.today ?? '',
    days: countedRows.map(({ day, sales: saleCount, volumeDrops, floorDrops, floorAt }) => ({
      day,
      sales: saleCount,
      volumeDrops: volumeDrops.toString(),
      floorDrops: floorDrops?.toString() ?? null,
      hasFloor: floorAt !== null,
    })),
    sales: sales.toReversed().map(saleView),
    salesCount: countedRows.reduce((total, day) => total + day.sales, 0),
    volumeDrops: sum(countedRows.map((day) => day.volumeDrops)).toString(),
    marked: {
      sales: within.reduce((total, day) => total + day.markedSales, 0),
      volumeDrops: sum(within.map((day) => day.markedDrops)).toString(),
    },
    funders: funders[0] ?? { accounts: 0, unknown: 0 },
    depth,
  }
}

const Position = v.object({
  at: v.pipe(v.string(), v.isoTimestamp()),
  ledgerIndex: v.number(),
  position: v.number(),
  nftId: v.string(),
})

/** Lists the sales behind a figure in pages, newest first. */
export async function listSales({ db }: Context, query: SalesQuery) {
  const { collection, confirm } = identityOf(query.id)
  const start = pageBegin(query.marker, pageSize)
  const filter = {
    hours: query.window === undefined ? null : query.window === '24h' ? 24 : 7 * 24,
    from: query.from ?? null,
    to: query.to ?? null,
    marked: query.marked ?? false,
  }
  const after = unpackPosition(Position, query.after)
  const [rows, identity] = await db.http.batch([
    queryCollectionSales(db.http, collection, filter, { after, ...start }),
    queryIdentity(db.http, query.id),
  ])
  confirm(identity)
  const last = rows.at(-1)
  const marker = nextMarker(start.offset, rows.length, pageSize)
  return {
    sales: rows.map((row) => ({ ...saleView(row), image: row.metadata?.image ?? null })),
    people: peopleView(rows.flatMap(({ people }) => people ?? [])),
    marker,
    after:
      last === undefined || marker === -1
        ? null
        : packPosition({
            at: last.closedAt.toISOString(),
            ledgerIndex: last.ledgerIndex,
            position: last.position,
            nftId: last.nftId,
          }),
  }
}

/** Returns the distribution of a collection's works over their owners. */
export async function getOwners({ db }: Context, id: string): Promise<OwnersReply> {
  const { collection, confirm } = identityOf(id)
  const [[holders], people, identity] = await db.http.batch([
    queryHolders(db.http, collection),
    queryPeople(db.http, topHoldersOf(collection)),
    queryIdentity(db.http, id),
  ])
  confirm(identity)
  const { groups, top } = holders ?? { groups: [], top: [] }
  const ownersIn = new Map(groups.map(({ group, owners }) => [group, owners]))
  return {
    works: groups.reduce((total, { works }) => total + works, 0),
    owners: groups.reduce((total, { owners }) => total + owners, 0),
    groups: [...ownerBounds, null].map((maxItems, group) => ({
      least: (ownerBounds[group - 1] ?? 0) + 1,
      most: maxItems,
      owners: ownersIn.get(group) ?? 0,
    })),
    top,
    people: peopleView(people),
  }
}
