import type { Executor } from '#db/executor.ts'
import {
  type LineKey,
  listTokensOnLines,
  followLines,
  writeSettings,
  writeLines,
} from '#db/queries/ledger-index/lines.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { lineChanges, settingsChanges } from '#worker/ledger/line-changes.ts'
import type { LedgerOffer } from '#worker/ledger/offer-changes.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'

/**
 * Returns the trust lines that offers in issued currencies depend on: those of the offer's owner and of the royalty's
 * receiver.
 */
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

/** Trust lines and settings of accounts after transactions, and those that new offers depend on. */
export interface LinesAfter {
  followedLines: LineKey[]
  newOffers: LedgerOffer[]
  lines: Parameters<typeof writeLines>[1]
  settings: Parameters<typeof writeSettings>[1]
}

export function linesAfter(entries: ValidatedTransaction[], newOffers: LedgerOffer[]): LinesAfter {
  const lines = new Map<string, LinesAfter['lines'][number]>()
  const settings = new Map<string, LinesAfter['settings'][number]>()
  for (const { ledgerIndex: stateLedger, meta } of entries) {
    const place = { stateLedger, statePosition: meta.TransactionIndex }
    for (const line of lineChanges(meta))
      lines.set(`${line.account} ${line.issuer} ${line.currency}`, { ...line, ...place })
    for (const change of settingsChanges(meta)) settings.set(change.account, { ...change, ...place })
  }
  return {
    followedLines: linesOf(newOffers),
    newOffers,
    lines: [...lines.values()],
    settings: [...settings.values()],
  }
}

/**
 * Returns the accounts that sell through the marketplace. A sale requires an offer from the buyer to the seller, which
 * the seller may refuse.
 */
export const sellersOf = (offers: LedgerOffer[], marketplace: string): string[] => [
  ...new Set(
    offers
      .filter(({ isSell, destination }) => isSell && destination === marketplace)
      .map(({ owner }) => owner),
  ),
]

/**
 * Stores trust lines and settings, if an offer depends on them. Returns the tokens whose offers must be checked again.
 */
export async function applyLines(
  tx: Executor,
  { followedLines, newOffers, lines, settings }: LinesAfter,
  marketplace: string,
): Promise<string[]> {
  await followLines(tx, followedLines, sellersOf(newOffers, marketplace))
  const changedLines = await writeLines(tx, lines)
  const changedSettings = await writeSettings(tx, settings)
  return listTokensOnLines(tx, changedLines, changedSettings, marketplace)
}
