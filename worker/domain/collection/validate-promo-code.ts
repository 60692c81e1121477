import { sentence, t } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { findIdentity } from './find-identity.ts'
import { tryPromoCode } from './promo-code.ts'

/**
 * Checks a promo code. A collection without a promo code accepts none. Throws Refusal: validation_failed, not_found,
 * promo_code_invalid, rate_limited.
 */
export async function validatePromoCode(
  context: Context,
  { account }: Actor,
  body: { collectionID: string; promoCode: string },
): Promise<string> {
  if (body.promoCode === '')
    throw new Refusal('validation_failed', sentence('Please enter a promo code', { context: 'reply' }))
  await findIdentity(context, body.collectionID)
  const right = await tryPromoCode(context, {
    collectionId: body.collectionID,
    code: body.promoCode,
    account,
  })
  if (!right) throw new Refusal('promo_code_invalid', sentence('Invalid promo code'))
  return t('The promo code is valid')
}
