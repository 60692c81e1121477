import { Refusal } from '#worker/contract/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { findIdentity } from './find-identity.ts'
import { tryPromoCode } from './promo-code.ts'

/**
 * Checks a promo code. A collection without one accepts none. Throws Refusal: validation_failed, not_found, promo_code_invalid,
 * rate_limited.
 */
export async function validatePromoCode(
  context: Context,
  { account }: Actor,
  body: { collectionID: string; promoCode: string },
): Promise<string> {
  if (body.promoCode === '') throw new Refusal('validation_failed', 'Please enter a promo code')
  await findIdentity(context, body.collectionID)
  const right = await tryPromoCode(context, {
    collectionId: body.collectionID,
    code: body.promoCode,
    account,
  })
  if (!right) throw new Refusal('promo_code_invalid', 'Invalid promo code')
  return 'The promo code is valid'
}
