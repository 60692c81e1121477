import { type HeldWork, readPortfolio, type SoldWork } from '#db/queries/account/portfolio.ts'
import { maxPortfolioRows, type PortfolioReply } from '#contract/schemas/portfolio.ts'
import type { Context } from '#worker/domain/context.ts'
import { fallbackName } from '#contract/rules/unrevealed.ts'
import { nameAndPicture } from '#worker/domain/nft/card-view.ts'

const toIso = (time: string | null) => (time === null ? null : new Date(time).toISOString())

function workView(row: HeldWork): PortfolioReply['works'][number] {
  return {
    nftokenID: row.id,
    ...nameAndPicture(row.name ?? fallbackName(row.sequence), row.image),
    collectionId: row.collectionId,
    collectionName: row.collectionName,
    acquired: row.acquired,
    acquiredAt: toIso(row.acquiredAt),
    txid: row.txid,
    cost: row.cost,
    lastSaleDrops: row.lastSaleDrops,
    lastSaleAt: toIso(row.lastSaleAt),
    floorDrops: row.floorDrops,
  }
}

function saleView({ id, name, sequence, at, ...rest }: SoldWork): PortfolioReply['sales'][number] {
  return { nftokenID: id, name: name ?? fallbackName(sequence), at: new Date(at).toISOString(), ...rest }
}

/** Returns an account's works and sales since the index began, with cost, profit and value over time. */
export async function getPortfolio({ db }: Context, account: string): Promise<PortfolioReply> {
  const row = await readPortfolio(db.http, account, maxPortfolioRows)
  return {
    since: toIso(row.since),
    works: row.works.map(workView),
    worksCount: row.worksCount,
    sales: row.sales.map(saleView),
    salesCount: row.salesCount,
    floorDrops: row.floorDrops,
    known: { works: row.knownWorks, costDrops: row.knownCost, floorDrops: row.knownFloor },
    realised: {
      sales: row.realisedSales,
      proceedsDrops: row.realisedProceeds,
      costDrops: row.realisedCost,
    },
    weeks: row.weeks,
  }
}
