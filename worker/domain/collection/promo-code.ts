import { queryRules, returnPromoAttempt, takePromoAttempt } from '#db/queries/collection-rules.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Context } from '#worker/domain/context.ts'

/** Wrong codes that an account, and a network address, may try in an hour at one collection. */
const attemptsAnHour = 10

const bytes = (text: string) => new TextEncoder().encode(text)
const hex = (buffer: ArrayBuffer) =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** What is kept of a promo code to compare with: keyed by its collection, so that equal codes do not look equal. */
export async function promoDigest(collectionId: string, code: string): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    bytes(`opx/promo/${collectionId}`),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  return hex(await crypto.subtle.sign('HMAC', key, bytes(code.trim())))
}

export interface PromoAttempt {
  collectionId: string
  code: string
  /** Who tries: the account, and the address that the call comes from. */
  account: string | null
  address: string | null
}

/**
 * Whether a promo code is right. Digests are compared, so that the time taken tells nothing of the code; every attempt is
 * counted before it is compared. Throws Refusal('rate_limited') after 10 wrong ones in an hour.
 */
export async function tryPromoCode({ db }: Context, attempt: PromoAttempt): Promise<boolean> {
  const { collectionId, code, account, address } = attempt
  const subjects = [
    ...(account === null ? [] : [account]),
    ...(address === null ? [] : [`net:${await promoDigest('address', address)}`]),
  ]
  for (const subject of subjects) {
    if (!(await takePromoAttempt(db.read, collectionId, subject, attemptsAnHour)))
      throw new Refusal('rate_limited', 'Too many wrong promo codes. Please try again in an hour.', {
        retryAfterSeconds: 3600,
      })
  }
  const [rules] = await queryRules(db.read, collectionId)
  const right = rules?.promoDigest != null && rules.promoDigest === (await promoDigest(collectionId, code))
  if (right) for (const subject of subjects) await returnPromoAttempt(db.read, collectionId, subject)
  return right
}
