import type { Drift } from '#tests/drift/compare.ts'
import type { Market } from '#tests/drift/market.ts'
import type { OpenedEdition } from '#tests/drift/trade.ts'
import { add, dropsOf, nameOf, printsOf, readTrueSales } from '#tests/drift/true-editions.ts'

// Editions that were opened after the backup, with their collections: they are lost, their prints are on the ledger, and
// the repair names each print and each payment that it cannot explain.

export interface LostEditions {
  editions: OpenedEdition[]
  /** The problems that the repair reports, which the operator has to decide. */
  problems: string[]
}

const unexplained = /^(\w+): a payment to \w+ without a known debt$/
const withoutCollection = /^\w+: (\w+) was offered to \w+, but no collection is known for it$/

const matches = (problems: string[], pattern: RegExp) =>
  problems.flatMap((problem) => pattern.exec(problem)?.[1] ?? [])

/** Lets payouts go that the repair holds for a week, because none of the unexplained payments has paid them. */
export async function releasePayouts({ pool }: Market): Promise<void> {
  await pool.query(
    "update payouts set due_at = now() where state = 'owed' and due_at > now() + interval '6 days'",
  )
}

/** Adds the payments that the repair could not explain to the sums of paid shares. */
export async function addPayments(
  { pool }: Market,
  paid: Map<string, bigint>,
  { problems }: LostEditions,
): Promise<Map<string, bigint>> {
  const { rows } = await pool.query<{ to: string; amount: unknown }>(
    `select tx->>'Destination' as "to", coalesce(tx->'DeliverMax', tx->'Amount') as amount from ledger_submissions
     where hash = any($1)`,
    [matches(problems, unexplained)],
  )
  for (const { to, amount } of rows) add(paid, `${to} ${nameOf(amount)}`, dropsOf(amount))
  return paid
}

/**
 * Returns prints of lost editions that the repair has not named, names without a print, and other problems, with the
 * numbers of such prints and of the payments that nothing explains.
 */
export async function compareLost(
  market: Market,
  { editions, problems }: LostEditions,
): Promise<{ drift: Drift[]; prints: number; payments: number }> {
  const sales = await readTrueSales(market.ledgerUrl, market.cast.marketplace.classicAddress)
  const prints = new Set(editions.flatMap((edition) => printsOf(edition, sales)).map(({ nftId }) => nftId))
  const reported = new Set(matches(problems, withoutCollection))
  const otherProblems = problems.filter(
    (problem) => !unexplained.test(problem) && !withoutCollection.test(problem),
  )
  const drift = [
    ...[...prints]
      .filter((id) => !reported.has(id))
      .map((id) => `the repair does not report ${id} of a lost edition`),
    ...[...reported]
      .filter((id) => !prints.has(id))
      .map((id) => `the repair reports ${id}, which belongs to no lost edition`),
    ...otherProblems.map((problem) => `the repair reports: ${problem}`),
  ]
  for (const { id, issuer } of editions) {
    const { status } = await market.ask(issuer, `/api/edition?id=${id}`)
    if (status !== 404) drift.push(`edition ${id} was opened after the backup, and answers ${status}`)
  }
  return { drift, prints: prints.size, payments: matches(problems, unexplained).length }
}
