import { sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { type EditionReportReply, type EditionSalesReply, salesPage } from '#contract/schemas/editions.ts'
import { type EditionRow, findEdition } from '#db/queries/edition/editions.ts'
import { listEditionSales, readFigures, readPaidAccounts } from '#db/queries/edition/report.ts'
import { accountList, queryPeople } from '#db/queries/people/people.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { peopleView } from '#worker/domain/people/view.ts'
import { readChecks } from './read-checks.ts'

/** Throws Refusal: not_found, forbidden. */
async function findOwn({ db }: Context, { account }: Actor, id: string): Promise<EditionRow> {
  const edition = await findEdition(db.read, id)
  if (edition === null) throw new Refusal('not_found', sentence('This edition does not exist.'))
  if (edition.issuer !== account)
    throw new Refusal('forbidden', sentence('Only the issuer of the collection can do this.'))
  return edition
}

/** The figures of an edition, and what it needs to be sold, for its artist. Throws Refusal: not_found, forbidden. */
export async function reportEdition(context: Context, actor: Actor, id: string): Promise<EditionReportReply> {
  const { read } = context.db
  const edition = await findOwn(context, actor, id)
  const [figures, accounts, checks] = await Promise.all([
    readFigures(read, id),
    readPaidAccounts(read, id),
    readChecks(context, edition),
  ])
  const people = await queryPeople(read, accountList(accounts.map(({ account }) => account)))
  return {
    sold: figures?.sold ?? 0,
    waiting: figures?.waiting ?? 0,
    lapsed: figures?.lapsed ?? 0,
    priceDrops: figures?.price ?? '0',
    feeDrops: figures?.fee ?? '0',
    royaltyDrops: figures?.royalty ?? '0',
    payees: accounts.map(({ account, paid, owed }) => ({ account, paidDrops: paid, owedDrops: owed })),
    checks,
    people: peopleView(people),
  }
}

/** A page of the sold prints of an edition for its artist. Throws Refusal: not_found, forbidden. */
export async function readEditionSales(
  context: Context,
  actor: Actor,
  { id, after = 0 }: { id: string; after?: number | undefined },
): Promise<EditionSalesReply> {
  await findOwn(context, actor, id)
  const rows = await listEditionSales(context.db.read, id, { after, limit: salesPage })
  return {
    sales: rows.map(({ number, nft, buyer, phase, price, fee, royalty, at }) => ({
      number,
      nftokenID: nft,
      buyer,
      phase,
      priceDrops: price,
      feeDrops: fee,
      royaltyDrops: royalty,
      at,
    })),
    next: rows.length < salesPage ? null : (rows.at(-1)?.number ?? null),
  }
}
