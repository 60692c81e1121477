import { sentence } from '#contract/words/sentence.ts'
import type { ReservationRow } from '#db/queries/demand/reservations.ts'
import { findSellingRules } from '#db/queries/demand/selling-rules.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { currentReservation, findResumable } from '#worker/domain/demand/current-reservation.ts'
import { reserve } from '#worker/domain/demand/reserve.ts'
import { directSaleMessage, drawnOnlyRefusal } from './primary-rules.ts'
import type { Listing } from './main-listing.ts'

export interface Buyer {
  account: string
  promoCode: string | null
}

/**
 * Reserves an issuer's listing for its buyer if the collection has rules (docs/money.md, 8). Returns null if there are
 * no rules, or if the seller is not the issuer. Throws Refusal: not_for_sale, reserved, already_pending, and those of
 * the rules.
 */
export async function holdPrimary(
  context: Context,
  { nft, brokered }: Listing,
  buyer: Buyer,
): Promise<ReservationRow | null> {
  const { db, treasury } = context
  if (nft.owner !== nft.issuer && nft.owner !== treasury.account) return null
  const rules = await findSellingRules(db.http, nft.issuer, nft.taxon)
  if (rules === null || !(rules.guarded || rules.random || !rules.announced)) return null
  if (rules.random) throw drawnOnlyRefusal()
  if (!brokered) {
    throw new Refusal('not_for_sale', directSaleMessage)
  }
  return holdListing(context, rules.id, nft.id, buyer)
}

/** Returns the buyer's open reservation of this token, or a new one. */
export async function holdListing(
  context: Context,
  collectionId: string,
  nftId: string,
  { account, promoCode }: Buyer,
): Promise<ReservationRow> {
  const open = await currentReservation(context, account, collectionId)
  if (open !== null) return findResumable(open, (row) => row.itemId === null && row.nftId === nftId)
  const purchase = { buyer: account, collectionId, random: false, promoCode }
  const reservation = await reserve(context, purchase, async () => ({
    itemId: null,
    nftId,
    expectedDrops: null,
  }))
  if (reservation !== null) return reservation
  throw new Refusal(
    'reserved',
    sentence("Someone else is buying this NFT right now. If they don't pay, it becomes available again."),
  )
}
