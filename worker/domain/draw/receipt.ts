import { type DrawRow, storeReceipt } from '#db/queries/random/requests.ts'
import { findEpoch } from '#db/queries/draw/epochs.ts'
import { receiptText } from '#draw-verifier/draws.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import type { DrawReceipt } from '#contract/schemas/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { noDrawsRefusal } from './require-vault.ts'

/** Returns the name of an epoch's draw key. */
export const drawKeyName = (collectionId: string, epoch: number) => `opx/draw-key/1/${collectionId}/${epoch}`

/** Refuses requests for an epoch whose key cannot be derived from the secret. Throws Refusal('draws_unavailable'). */
export async function requireDrawKey(
  { vault, log }: Pick<Context, 'vault' | 'log'>,
  collectionId: string,
  { number, drawKey }: { number: number; drawKey: string },
): Promise<void> {
  try {
    await vault.sign(drawKeyName(collectionId, number), drawKey, new Uint8Array())
  } catch (error) {
    log.error('draw_key_missing', { collectionId, ...errorFacts(error) })
    throw noDrawsRefusal()
  }
}

/**
 * Signs the receipt of a request: the draw key's signature over number, account and ledger. Signing again gives the
 * same receipt, so a crash after accepting the request loses nothing.
 */
export async function giveReceipt(
  { db, vault }: Context,
  draw: DrawRow,
  signRequestId: string,
): Promise<DrawReceipt> {
  const { collectionId, number, epoch, account, ledgerIndex } = draw
  const row = await findEpoch(db.http, collectionId, epoch)
  const drawKey = row?.drawKey ?? ''
  const fields = { collection: collectionId, epoch, number, account, requestLedger: ledgerIndex }
  const message = new TextEncoder().encode(receiptText(fields))
  const signature = draw.receipt ?? (await vault.sign(drawKeyName(collectionId, epoch), drawKey, message))
  const receipt = { ...fields, drawKey, signature }
  await storeReceipt(db.http, { collectionId, number, receipt: signature }, signRequestId, receipt)
  return receipt
}
