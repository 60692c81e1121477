import { queryIdentity } from '#db/queries/collection/collections.ts'
import { dropEpoch, type EpochRow, listCommitting, openEpoch } from '#db/queries/draw/epochs.ts'
import type { EpochTerms } from '#draw-verifier/draw-records.ts'
import type { Context } from '#worker/domain/context.ts'
import { settle } from '#worker/domain/journal/settle.ts'
import { processRows } from '#worker/domain/stages.ts'
import { epochMemos } from '#worker/ledger/draw-memos.ts'

const atOnce = 50

/** Returns the terms that an epoch commits to. */
function termsOf(row: EpochRow, { issuer, taxon }: { issuer: string; taxon: number }): EpochTerms {
  return {
    collection: row.collectionId,
    issuer,
    taxon,
    epoch: row.number,
    firstNumber: row.firstNumber,
    count: row.count,
    priceDrops: row.priceDrops.toString(),
    currency: row.currency,
    root: row.root,
    drawKey: row.drawKey,
    chainTip: row.tip,
    chainNumber: row.firstNumber - 1,
  }
}

async function commit(context: Context, row: EpochRow): Promise<void> {
  const [identity] = await queryIdentity(context.db.http, row.collectionId)
  // The collection was removed in the meantime.
  if (identity === undefined) return context.db.transaction((tx) => dropEpoch(tx, row))
  const terms = termsOf(row, identity)
  await settle(
    context,
    {
      purpose: `epoch:${row.collectionId}:${row.number}:${row.root.slice(0, 16)}`,
      kind: 'epoch',
      counterparty: terms.issuer,
      fields: { TransactionType: 'AccountSet', Memos: epochMemos(terms) },
      order: (tx) => ({ kind: 'epoch', tx, terms }),
    },
    (tx, entry) => openEpoch(tx, row, { txid: entry.hash, ledgerIndex: entry.ledgerIndex }),
    (tx, entry) => {
      context.log.error('epoch_refused', {
        collectionId: row.collectionId,
        result: entry?.meta.TransactionResult,
      })
      return dropEpoch(tx, row)
    },
  )
}

/** Submits the commitments of new epochs. Draws from an epoch begin once its commitment is validated. */
export async function commitEpochs(context: Context, until: Date): Promise<void> {
  const rows = await listCommitting(context.db.http, atOnce)
  await processRows(context, { what: 'draw_epoch', until }, rows, (row) => commit(context, row))
}
