import { findCursor } from '#db/queries/ledger-index/writes.ts'
import { hasHistory } from '#db/queries/event/token-events.ts'
import type { SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { innerHashes, innerTransactions } from '#worker/ledger/batch.ts'
import { numberField } from '#worker/ledger/ledger-json.ts'

/** A Batch is valid for fewer ledgers than this number. */
const validLedgers = 250

/**
 * True if another transaction has used the Sequence of a request for several rows. The index shows every token and
 * offer changed by a transaction up to its cursor. If the Sequence is used there and no row has changed anything, no
 * row ever will.
 */
export async function areRowsSuperseded(
  { db, ledger }: Context,
  { txjson, account, lastLedger, context: { rows } }: SignRequestRow,
): Promise<boolean> {
  const sequence = numberField(txjson, 'Sequence')
  if (rows === undefined || sequence === undefined || account === null || lastLedger === null) return false
  const cursor = await findCursor(db.http)
  if (cursor === null) return false
  const state = await ledger.findAccount(account, cursor.ledgerIndex)
  // The index may be behind the ledger that created the account.
  if (state === null || state.sequence <= sequence) return false
  const taxa = innerTransactions(txjson).flatMap((inner) => numberField(inner, 'NFTokenTaxon') ?? [])
  return !(await hasHistory(db.http, {
    txids: innerHashes(txjson),
    nftIds: rows.flatMap(({ nftId }) => nftId ?? []),
    issuer: account,
    taxa,
    sinceLedger: lastLedger - validLedgers,
  }))
}
