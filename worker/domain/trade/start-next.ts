import type { Executor } from '#db/executor.ts'
import { insertSale } from '#db/queries/sales.ts'
import type { SignRequestRow } from '#db/queries/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { offerChanges } from '#worker/ledger/offer-changes.ts'

/**
 * What comes after a validated transaction of a user, written in the transaction that stores its outcome: a buy_now
 * becomes a sale to be brokered, with the offer that the buyer has just made.
 */
export async function startNext(
  context: Context,
  tx: Executor,
  row: SignRequestRow,
  entry: ValidatedTransaction,
) {
  if (row.purpose !== 'buy_now') return
  const { nftId, owner, sellOfferId, priceDrops, feeDrops } = row.context
  const offer = offerChanges(entry.meta).created.find((created) => !created.isSell && created.nftId === nftId)
  if (
    offer === undefined ||
    row.account === null ||
    nftId === undefined ||
    owner === undefined ||
    sellOfferId === undefined ||
    priceDrops === undefined ||
    feeDrops === undefined
  ) {
    context.log.error('sale_without_offer', { uuid: row.uuid, txid: entry.hash })
    return
  }
  await insertSale(tx, {
    id: crypto.randomUUID(),
    kind: 'buy_now',
    nftId,
    sellOfferId,
    buyOfferId: offer.id,
    seller: owner,
    buyer: row.account,
    priceDrops: BigInt(priceDrops),
    feeDrops: BigInt(feeDrops),
    leftoverOfferId: offer.id,
    signRequestId: row.id,
    state: 'matching',
    createdAt: context.now(),
  })
}
