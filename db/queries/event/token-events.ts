import { and, eq, gte, inArray, or } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { history } from '#db/schema/history.ts'
import { HistoryType } from '#contract/schemas/nfts.ts'

interface Events {
  txids: string[]
  nftIds: string[]
  /** Also covers all tokens of the issuer with these taxa, from `sinceLedger` on. */
  issuer: string
  taxa: number[]
  sinceLedger: number
}

/** True if one of these transactions has changed one of these tokens or its offers. */
export async function hasHistory(
  db: Executor,
  { txids, nftIds, issuer, taxa, sinceLedger }: Events,
): Promise<boolean> {
  const ofTokens = inArray(history.nftId, nftIds)
  const ofTaxa = and(
    eq(history.issuer, issuer),
    inArray(history.taxon, taxa),
    // Must match the condition of the index.
    inArray(history.type, [...HistoryType.options]),
    gte(history.ledgerIndex, sinceLedger),
  )
  const rows = await db
    .select({ txid: history.txid })
    .from(history)
    .where(and(inArray(history.txid, txids), or(ofTokens, ofTaxa)))
    .limit(1)
  return rows.length > 0
}
