import { sentence } from '#contract/words/sentence.ts'
import { createHmac } from 'node:crypto'
import {
  countPromoMiss,
  queryRules,
  returnPromoAttempt,
  takePromoAttempt,
} from '#db/queries/collection/rules.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { sameDigest } from '#worker/domain/session/nonce.ts'

/**
 * Wrong codes that an account may try per hour for one collection. While many accounts guess a collection's code, each
 * account has fewer tries. The correct code is accepted from every account that has tries left.
 */
const limits = { perAccount: 10, guessedAt: 100, perAccountWhenGuessedAt: 3 }

/** Returns the stored form of a promo code, keyed by its collection so that equal codes differ. */
export function promoDigest(collectionId: string, code: string): string {
  return createHmac('sha256', `opx/promo/${collectionId}`).update(code.trim()).digest('hex')
}

export interface PromoAttempt {
  collectionId: string
  code: string
  account: string
  /** True if a phase of an edition requires the code, even if the collection does not. */
  isRequired?: boolean
}

/**
 * Returns true if the promo code is correct. Compares digests, so that timing reveals nothing about the code, and
 * counts an attempt before the comparison. Only an account's own wrong codes block it. Throws Refusal('rate_limited')
 * after too many of them in an hour.
 */
export async function tryPromoCode({ db }: Context, attempt: PromoAttempt): Promise<boolean> {
  const { collectionId, code, account, isRequired = false } = attempt
  const [rules] = await queryRules(db.http, collectionId)
  // If no code is required, there is nothing to guess.
  if (rules === undefined || !(rules.promoCodeEnabled || isRequired)) return false
  if (!(await takePromoAttempt(db.http, collectionId, account, limits)))
    throw new Refusal('rate_limited', sentence('Too many wrong promo codes. Please try again in an hour.'), {
      retryAfterSeconds: 3600,
    })
  const right = rules.promoDigest !== null && sameDigest(rules.promoDigest, promoDigest(collectionId, code))
  if (right) await returnPromoAttempt(db.http, collectionId, account)
  else await countPromoMiss(db.http, collectionId)
  return right
}
