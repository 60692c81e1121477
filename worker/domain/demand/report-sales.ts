import { type DropSalesReply, type RevenueReply, salesPage } from '#contract/schemas/revenue.ts'
import { type Drop, listSales, readFigures, readPaidAccounts } from '#db/queries/demand/sales-report.ts'
import { accountList, queryPeople } from '#db/queries/people/people.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { requireIssuer } from '#worker/domain/collection/own-collection.ts'
import { peopleView } from '#worker/domain/people/view.ts'

/** Returns the sales of a drop, and the payouts to each account. */
export async function reportSales({ db }: Context, drop: Drop): Promise<RevenueReply> {
  const [figures, accounts] = await Promise.all([readFigures(db.http, drop), readPaidAccounts(db.http, drop)])
  const people = await queryPeople(db.http, accountList(accounts.map(({ account }) => account)))
  return {
    sold: figures?.sold ?? 0,
    waiting: figures?.waiting ?? 0,
    lapsed: figures?.lapsed ?? 0,
    priceDrops: figures?.price ?? '0',
    feeDrops: figures?.fee ?? '0',
    royaltyDrops: figures?.royalty ?? '0',
    payees: accounts.map(({ account, paid, owed }) => ({ account, paidDrops: paid, owedDrops: owed })),
    people: peopleView(people),
  }
}

/** Lists a page of the sold works of a drop. */
export async function readSales({ db }: Context, drop: Drop, after?: string): Promise<DropSalesReply> {
  const rows = await listSales(db.http, drop, { after, limit: salesPage })
  return {
    sales: rows.map(({ id, nft, price, fee, royalty, ...sale }) => ({
      ...sale,
      _id: id,
      nftokenID: nft,
      priceDrops: price,
      feeDrops: fee,
      royaltyDrops: royalty,
    })),
    next: rows.length < salesPage ? null : (rows.at(-1)?.id ?? null),
  }
}

/**
 * Returns the figures of a collection's works that are minted on demand, for the collection's issuer. Throws Refusal:
 * not_found, forbidden.
 */
export async function reportCollection(context: Context, actor: Actor, id: string): Promise<RevenueReply> {
  await requireIssuer(context, actor, id)
  return reportSales(context, { collection: id })
}

/**
 * Lists a page of a collection's sold on-demand works, for the collection's issuer. Throws Refusal: not_found,
 * forbidden.
 */
export async function readCollectionSales(
  context: Context,
  actor: Actor,
  { id, after }: { id: string; after?: string | undefined },
): Promise<DropSalesReply> {
  await requireIssuer(context, actor, id)
  return readSales(context, { collection: id }, after)
}
