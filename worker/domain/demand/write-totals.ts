import { listPrintsWithoutTotal, markTotal, type PrintWithoutTotal } from '#db/queries/edition/editions.ts'
import type { Executor } from '#db/executor.ts'
import type { Context } from '#worker/domain/context.ts'
import { settle } from '#worker/domain/journal/settle.ts'
import { cidOf } from '#worker/domain/media/cid.ts'
import { pinSoon } from '#worker/domain/pin/run-pins.ts'
import { processRows } from '#worker/domain/stages.ts'
import { textToHex } from '#worker/ledger/uri.ts'
import { uriOf } from './offer-to-buyer.ts'
import { printJson } from './print-json.ts'
import { storePrint } from './publish-prints.ts'

const batch = 20

/**
 * Totals are postponed while a transaction costs more than this many drops: there can be thousands of them, and none is
 * urgent.
 */
const quietCostDrops = 1000n

/**
 * Adds the total to a print's number, "12/57". Because the marketplace may mint for the artist, it may also change
 * mutable tokens (XLS-46). A print that was sold in the meantime is retried with its new owner. If the ledger refuses
 * the change, or the artist has changed the metadata, the number stays without the total.
 */
async function writeTotal(context: Context, print: PrintWithoutTotal): Promise<void> {
  const { db, treasury, log } = context
  const { id, issuer, owner, tokenId, stateLedger, number, total, tokenJson, files } = print
  // The index already contains the total, or the artist has changed the metadata.
  if (print.uri !== uriOf(print)) return markTotal(db.http, id)
  const document = JSON.stringify(printJson(tokenJson, { number, prints: total }))
  const cid = await cidOf(new TextEncoder().encode(document))
  await db.transaction((tx) => storePrint(context, tx, { cid, document, issuer, files }))
  const uri = textToHex(`ipfs://${cid}`)
  const finish = (tx: Executor) => markTotal(tx, id)
  await settle(
    context,
    {
      // A print that has moved gets a new purpose, even if it returned to the same owner.
      purpose: `total:${tokenId}:${stateLedger}`,
      kind: 'total',
      counterparty: issuer,
      fields: {
        TransactionType: 'NFTokenModify',
        NFTokenID: tokenId,
        ...(owner === treasury.account ? {} : { Owner: owner }),
        URI: uri,
      },
      order: (tx) => ({ kind: 'total', tx, print: { tokenId, artist: issuer, uri } }),
    },
    finish,
    async (tx, entry) => {
      const result = entry?.meta.TransactionResult
      log.warn('total_refused', { nftId: tokenId, result })
      // The token no longer belongs to this owner. The index will show its new owner.
      if (result !== 'tecNO_ENTRY') await finish(tx)
    },
  )
}

/** Writes the total into the prints of closed open editions, if their metadata can change. */
export async function writeTotals(context: Context, until: Date): Promise<void> {
  const prints = await listPrintsWithoutTotal(context.db.http, batch)
  if (prints.length === 0 || (await context.ledger.transactionCost()) > quietCostDrops) return
  await processRows(context, { what: 'total', until }, prints, (print) => writeTotal(context, print))
  pinSoon(context)
}
