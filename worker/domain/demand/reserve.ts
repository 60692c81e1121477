import { sentence, type Sentence, inWords } from '#contract/words/sentence.ts'
import {
  type AccessProblem,
  findAccessProblem,
  insertReservation,
  maxUnpaid,
  type ReservationOrder,
  type ReservationRow,
  accountConditions,
  findOpenReservation,
} from '#db/queries/demand/reservations.ts'
import type { Executor } from '#db/executor.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { maxUnsoldPerArtist } from '#contract/limits/treasury.ts'
import { promoDigest, tryPromoCode } from '#worker/domain/collection/promo-code.ts'
import type { Context } from '#worker/domain/context.ts'
import type { BuyerProblemReply } from '#contract/schemas/selling.ts'

/** Minutes for which an item is reserved for a buyer. The marketplace's offer expires with the reservation. */
export const holdMinutes = 15

/** The message for each rule that forbids a purchase. */
export const accessMessages: Record<AccessProblem, Sentence> = {
  not_announced: sentence('This collection has not been announced yet: nothing can be bought until then.'),
  own_collection: sentence('You cannot buy from your own collection.'),
  blacklisted: sentence('The issuer of this collection does not sell to your account.'),
  not_whitelisted: sentence("Only accounts on this collection's whitelist can buy from its issuer."),
  purchase_limit: sentence("You've reached your whitelist limit for this collection."),
  promo_code_invalid: sentence('Invalid promo code'),
  payees_pending: sentence(
    'This cannot be sold yet: an account that shares its revenue has not agreed. The page of the collection says which.',
  ),
  too_many_unpaid: sentence(
    'You have left {most} reservations unpaid in the last 24 hours. Please try again later.',
    { most: maxUnpaid },
  ),
  too_much_unsold: sentence(
    '{most} works by this artist are reserved, or minted but not paid for, so no more are minted for now. Buy one of those, or try again when some are sold.',
    { most: maxUnsoldPerArtist },
  ),
  marketplace_busy: sentence(
    'The marketplace cannot reserve more works at the moment. Pay for what you have reserved, or try again in 15 minutes.',
  ),
}

/** The buyer, and the proof that the call may buy. */
export interface Purchase {
  buyer: string
  collectionId: string
  /** True if the item is drawn from those for sale, not chosen by the buyer. */
  random: boolean
  promoCode: string | null
}

export interface Hold {
  itemId: string | null
  nftId: string | null
  expectedDrops: bigint | null
}

/**
 * Returns the digest of a promo code. Checks the code first, so that guesses are counted. Throws Refusal:
 * promo_code_invalid, rate_limited.
 */
export async function checkPromoCode(
  context: Context,
  { buyer, collectionId, promoCode }: Pick<Purchase, 'buyer' | 'collectionId' | 'promoCode'>,
  isRequired = false,
): Promise<string | null> {
  if (promoCode === null) return null
  await tryPromoCode(context, { collectionId, code: promoCode, account: buyer, isRequired })
  return promoDigest(collectionId, promoCode)
}

/** Returns the fields of a reservation. */
async function orderOf(context: Context, purchase: Purchase, signRequestId: string) {
  const { buyer, collectionId } = purchase
  const digest = await checkPromoCode(context, purchase)
  return {
    id: crypto.randomUUID(),
    collectionId,
    buyer,
    minutes: holdMinutes,
    signRequestId,
    marketplace: context.treasury.account,
    promoDigest: digest,
  }
}

/**
 * Refuses the marketplace account as a buyer, because it sells these works and cannot offer one to itself. Throws
 * Refusal('own_collection').
 */
export function refuseMarketplace({ treasury }: Context, buyer: string): void {
  if (buyer === treasury.account)
    throw new Refusal(
      'own_collection',
      sentence('The marketplace account is the seller, so it cannot buy this.'),
    )
}

/** Throws the Refusal of the first rule that forbids this purchase, if any. */
async function refuseByRules(db: Executor, order: ReservationOrder): Promise<void> {
  const problem = await findAccessProblem(db, order)
  if (problem !== null) throw new Refusal(problem, accessMessages[problem])
}

/**
 * Maximum number of items drawn for one reservation. Another item is drawn if another buyer takes the drawn one before
 * it is reserved. If many buyers draw at the same moment, about a third of them get no item in each round.
 */
const maxChoices = 16

const noHold: Hold = { itemId: null, nftId: null, expectedDrops: null }

/**
 * Reserves an item of an issuer for a buyer. `choose` returns the item, or null if there is none.
 * Throws Refusal: the codes of `AccessProblem`, rate_limited, reserved. Returns null if there is nothing to reserve.
 */
export async function reserve(
  context: Context,
  purchase: Purchase,
  choose: () => Promise<Hold | null>,
): Promise<ReservationRow | null> {
  const base = await orderOf(context, purchase, context.signRequestId ?? crypto.randomUUID())
  const reader = context.db.http
  for (let choices = 0; choices < maxChoices; choices += 1) {
    const hold = await choose()
    const order = { ...base, ...(hold ?? noHold), random: purchase.random }
    const reservation = hold === null ? null : await insertReservation(reader, order)
    if (reservation !== null) return reservation
    await refuseByRules(reader, order)
    if (!purchase.random || hold === null) return null
  }
  throw new Refusal('reserved', sentence('Other people are buying here right now. Please try again.'))
}

/**
 * Returns why an account cannot buy from the issuer of a collection. The buyer can still pay for an open reservation,
 * which counts as a purchase.
 */
export async function readBuyerProblem(
  { db, treasury }: Context,
  buyer: string,
  collectionId: string,
): Promise<BuyerProblemReply> {
  if ((await findOpenReservation(db.http, buyer, collectionId)) !== null) return { problem: null }
  const order = { collectionId, buyer, marketplace: treasury.account, promoDigest: null }
  const code = await findAccessProblem(db.http, order, accountConditions(order))
  return { problem: code === null ? null : { code, message: inWords(accessMessages[code]) } }
}
