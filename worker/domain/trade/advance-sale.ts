import { type SaleRow, settleSale } from '#db/queries/sales.ts'
import type { Context } from '#worker/domain/context.ts'
import { advanceSubmission } from '#worker/domain/journal/advance-submission.ts'
import { applySettings } from '#worker/domain/ledger-index/apply-settings.ts'
import { applyTransactions } from '#worker/domain/ledger-index/apply-transactions.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { explainResult } from '#worker/ledger/results.ts'
import { cancelLeftover } from './cancel-leftover.ts'

async function complete(context: Context, sale: SaleRow, entry: ValidatedTransaction): Promise<SaleRow> {
  const { db, now } = context
  const outcome = {
    state: 'completed' as const,
    txid: entry.hash,
    ledgerIndex: entry.ledgerIndex,
    result: entry.meta.TransactionResult,
    code: null,
    message: null,
    settledAt: now(),
  }
  const settings = await applySettings(context, entry.closedAt)
  await db.transaction(async (tx) => {
    await settleSale(tx, sale.id, outcome)
    await applyTransactions(tx, [entry], settings)
  })
  return { ...sale, ...outcome }
}

async function fail(context: Context, sale: SaleRow, entry: ValidatedTransaction | null): Promise<SaleRow> {
  const { db, now } = context
  const result = entry?.meta.TransactionResult ?? null
  const reason =
    result === null ? 'The marketplace could not bring the sale to the ledger.' : explainResult(result)
  const outcome = {
    state: 'failed' as const,
    txid: entry?.hash ?? null,
    ledgerIndex: entry?.ledgerIndex ?? null,
    result,
    code: 'broker_refused' as const,
    message:
      sale.leftoverOfferId === null ? reason : `${reason} Your offer is being cancelled; nothing was paid.`,
    settledAt: now(),
  }
  const settings = await applySettings(context, entry?.closedAt ?? now())
  await db.transaction(async (tx) => {
    await settleSale(tx, sale.id, outcome)
    if (entry !== null) await applyTransactions(tx, [entry], settings)
  })
  await cancelLeftover(context, sale)
  return { ...sale, ...outcome }
}

/**
 * Brings a brokered sale as far as it can go now: M's NFTokenAcceptOffer through the journal, then its validated result.
 * The fee is exactly the published one; the seller's listing is matched for this sale only.
 */
export async function advanceSale(context: Context, sale: SaleRow): Promise<SaleRow> {
  const submission = await advanceSubmission(context, {
    purpose: `broker:${sale.buyOfferId}`,
    kind: 'broker',
    counterparty: sale.buyer,
    ...(sale.kind === 'buy_now' ? { giveUpAfter: 5 } : {}),
    fields: {
      TransactionType: 'NFTokenAcceptOffer',
      NFTokenSellOffer: sale.sellOfferId,
      NFTokenBuyOffer: sale.buyOfferId,
      NFTokenBrokerFee: sale.feeDrops.toString(),
    },
    order: (tx) => ({
      kind: 'broker',
      tx,
      sellDrops: sale.priceDrops,
      buyDrops: sale.priceDrops + sale.feeDrops,
      feeOf: sale.kind === 'buy_now' ? 'listing' : 'bid',
    }),
  })
  if (submission.state === 'open') return sale
  if (submission.state === 'lost') return fail(context, sale, null)
  return submission.state === 'succeeded'
    ? complete(context, sale, submission.entry)
    : fail(context, sale, submission.entry)
}
