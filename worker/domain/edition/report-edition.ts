import { sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { EditionReportReply } from '#contract/schemas/editions.ts'
import type { DropSalesReply } from '#contract/schemas/revenue.ts'
import { type EditionRow, findEdition } from '#db/queries/edition/editions.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { readSales, reportSales } from '#worker/domain/demand/report-sales.ts'
import { readChecks } from './read-checks.ts'

/** Returns an edition of the caller. Throws Refusal: not_found, forbidden. */
async function findOwn({ db }: Context, { account }: Actor, id: string): Promise<EditionRow> {
  const edition = await findEdition(db.http, id)
  if (edition === null) throw new Refusal('not_found', sentence('This edition does not exist.'))
  if (edition.issuer !== account)
    throw new Refusal('forbidden', sentence('Only the issuer of the collection can do this.'))
  return edition
}

/**
 * Returns the figures of an edition for its artist, and what is missing before it can be sold. Throws Refusal:
 * not_found, forbidden.
 */
export async function reportEdition(context: Context, actor: Actor, id: string): Promise<EditionReportReply> {
  const edition = await findOwn(context, actor, id)
  const [report, checks] = await Promise.all([
    reportSales(context, { edition: id }),
    readChecks(context, edition),
  ])
  return { ...report, checks }
}

/** Lists a page of the sold prints of an edition for its artist. Throws Refusal: not_found, forbidden. */
export async function readEditionSales(
  context: Context,
  actor: Actor,
  { id, after }: { id: string; after?: string | undefined },
): Promise<DropSalesReply> {
  await findOwn(context, actor, id)
  return readSales(context, { edition: id }, after)
}
