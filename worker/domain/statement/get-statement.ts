import { inWords, sentence } from '#contract/words/sentence.ts'
import { askForStatement, queryStatement } from '#db/queries/statement/statements.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { StatementReply } from '#contract/schemas/statements.ts'
import type { Actor, Context } from '#worker/domain/context.ts'

/** Number of rows per page. */
const pageSize = 1000

const messages = {
  none: sentence('Not requested yet.'),
  waiting: sentence('Waiting for its turn.'),
  reading: sentence('Reading the account’s transactions from the ledger.'),
  ready: sentence('Complete, and matches the ledger to the drop.'),
} as const

function parseAfter(after: string | undefined) {
  const [ledger, position] = (after ?? '').split('-').map(Number)
  return ledger === undefined || position === undefined ? null : { ledger, position }
}

/** Returns the statement of an account's year: its progress, and a page of its rows once it is complete. */
export async function getStatement(
  { db }: Context,
  { account }: Actor,
  { year, after }: { year: number; after?: string | undefined },
): Promise<StatementReply> {
  const [[job], rows] = await queryStatement(db.http, account, year, {
    after: parseAfter(after),
    limit: pageSize,
  })
  const state = job?.state ?? 'none'
  const last = rows.length === pageSize ? rows.at(-1)?.row : undefined
  return {
    year,
    state,
    message: inWords(job?.reason ?? (state === 'refused' ? '' : messages[state])),
    read: job?.read ?? 0,
    throughLedger: state === 'ready' ? (job?.knownTo ?? null) : null,
    rows: rows.map(({ row, name, usd }) => ({
      txid: row.txid,
      ledgerIndex: row.ledgerIndex,
      at: row.at.toISOString(),
      kind: row.kind,
      nftokenID: row.nftId,
      name,
      counterparty: row.counterparty,
      amount: row.amount,
      marketplaceFee: row.marketplaceFeeDrops?.toString() ?? null,
      royalty: row.royaltyDrops?.toString() ?? null,
      networkFee: row.networkFeeDrops.toString(),
      balanceBefore: row.beforeDrops.toString(),
      balanceAfter: row.afterDrops.toString(),
      usd,
    })),
    next: last === undefined ? null : `${last.ledgerIndex}-${last.position}`,
  }
}

/** Requests a statement of the actor's own account. Throws Refusal: validation_failed for a year that has not begun. */
export async function askStatement({ db, now }: Context, { account }: Actor, year: number): Promise<void> {
  if (year > now().getUTCFullYear())
    throw new Refusal('validation_failed', sentence('This year has not begun.'))
  await db.transaction((tx) => askForStatement(tx, account, year))
}
