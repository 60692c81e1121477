import type { Executor } from '#db/executor.ts'
import {
  type LineKey,
  listTokensOnLines,
  followLines,
  writeIssuers,
  writeLines,
} from '#db/queries/index-lines.ts'
import { pipelined } from '#db/queries/pipelined.ts'
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

/** Trust lines and issuers after transactions, and the lines that new offers depend on. */
export interface LinesAfter {
  followed: LineKey[]
  lines: Parameters<typeof writeLines>[1]
  issuers: Parameters<typeof writeIssuers>[1]
}

export function linesAfter(entries: ValidatedTransaction[], newOffers: LedgerOffer[]): LinesAfter {
  const lines = new Map<string, LinesAfter['lines'][number]>()
  const issuers = new Map<string, LinesAfter['issuers'][number]>()
  for (const { ledgerIndex: stateLedger, meta } of entries) {
    const place = { stateLedger, statePosition: meta.TransactionIndex }
    for (const line of lineChanges(meta))
      lines.set(`${line.account} ${line.issuer} ${line.currency}`, { ...line, ...place })
    for (const issuer of issuerChanges(meta)) issuers.set(issuer.account, { ...issuer, ...place })
  }
  return { followed: linesOf(newOffers), lines: [...lines.values()], issuers: [...issuers.values()] }
}

/** Stores trust lines and issuers, if an offer depends on them. Returns the tokens whose offers must be checked again. */
export async function applyLines(tx: Executor, { followed, lines, issuers }: LinesAfter): Promise<string[]> {
  const [, changedLines, changedIssuers] = await pipelined([
    followLines(tx, followed),
    writeLines(tx, lines),
    writeIssuers(tx, issuers),
  ])
  return listTokensOnLines(tx, changedLines, changedIssuers)
}
