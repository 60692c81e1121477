import type { Executor } from '#db/executor.ts'
import {
  type LineKey,
  listTokensOnLines,
  followLines,
  writeIssuers,
  writeLines,
} from '#db/queries/index-lines.ts'
import { isDrops } from '#worker/contract/amounts.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { issuerChanges, lineChanges } from '#worker/ledger/line-changes.ts'
import type { LedgerOffer } from '#worker/ledger/offer-changes.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'

/** Trust lines that offers in issued currencies depend on: the maker's, and that of the royalty's receiver. */
export function linesOf(offers: LedgerOffer[]): LineKey[] {
  const keys = new Map<string, LineKey>()
  for (const { amount, owner, nftId } of offers) {
    if (isDrops(amount)) continue
    const { issuer, currency } = amount
    const token = identifyToken(nftId)
    for (const account of token.transferFee > 0 ? [owner, token.issuer] : [owner]) {
      if (account !== issuer) keys.set(`${account} ${issuer} ${currency}`, { account, issuer, currency })
    }
  }
  return [...keys.values()]
}

/**
 * Stores trust lines and issuers after these transactions, if an offer depends on them. Returns the tokens whose offers must be
 * checked again.
 */
export async function applyLines(
  tx: Executor,
  entries: ValidatedTransaction[],
  newOffers: LedgerOffer[],
): Promise<string[]> {
  await followLines(tx, linesOf(newOffers))
  const place = (entry: ValidatedTransaction) => ({
    stateLedger: entry.ledgerIndex,
    statePosition: entry.meta.TransactionIndex,
  })
  const lines = new Map<string, Parameters<typeof writeLines>[1][number]>()
  const issuers = new Map<string, Parameters<typeof writeIssuers>[1][number]>()
  for (const entry of entries) {
    for (const line of lineChanges(entry.meta)) {
      lines.set(`${line.account} ${line.issuer} ${line.currency}`, { ...line, ...place(entry) })
    }
    for (const issuer of issuerChanges(entry.meta))
      issuers.set(issuer.account, { ...issuer, ...place(entry) })
  }
  const changedLines = await writeLines(tx, [...lines.values()])
  const changedIssuers = await writeIssuers(tx, [...issuers.values()])
  return listTokensOnLines(tx, changedLines, changedIssuers)
}
