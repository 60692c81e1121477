import { t } from '#contract/words/sentence.ts'
import * as v from 'valibot'
import { Amount, Drops } from './amounts.ts'
import { maxInner } from '#contract/rules/cart-groups.ts'
import { createClaimedSchema } from './claims.ts'
import { ErrorCode } from './errors.ts'
import { Media } from './media.ts'
import { NFTokenID, OfferIndex } from './nfts.ts'
import { PromoCodeText } from './selling.ts'

export const maxCartItems = 50

/** A listing that the buyer wants to buy, with the price that the buyer saw. */
export const CartItem = v.object({
  nftokenID: NFTokenID,
  /** Null when only the price was shown, as on a card. */
  sellOfferIndex: v.nullable(OfferIndex),
  /** The price without the marketplace's fee. */
  expectedAmount: Amount,
  /** Needed for a listing by the issuer in a collection with promo access. */
  promoCode: v.optional(PromoCodeText),
})
export type CartItem = v.InferOutput<typeof CartItem>

const CartItems = (maxItems: number, tooMany: () => string) =>
  v.pipe(
    v.array(CartItem),
    v.minLength(1, () => t('Include at least one work.')),
    v.maxLength(maxItems, tooMany),
    v.check(
      (items) => new Set(items.map(({ nftokenID }) => nftokenID)).size === items.length,
      () => t('List each work only once.'),
    ),
  )

export const CartCheckBody = v.object({
  items: CartItems(maxCartItems, () => t('A cart holds at most {most} works.', { most: maxCartItems })),
})

/** Works that the buyer purchases with one signature: all of them, or none. */
export const CartBuyBody = createClaimedSchema({
  items: CartItems(maxInner, () => t('One signature covers at most {most} works.', { most: maxInner })),
})

/** States of a work in the cart. */
export const CartState = v.picklist([
  'takeable',
  /** The work costs less than the buyer saw. */
  'price_down',
  /** The work costs more than the buyer saw, or its price is in another currency. The buyer has to agree. */
  'price_up',
  'needs_promo_code',
  /** Sold, withdrawn, burned, or not for sale to this buyer any more. */
  'gone',
  'own_token',
  'on_auction',
  'on_demand',
  'random_only',
  'reserved',
  /** Forbidden by the collection's rules. */
  'not_allowed',
])
export type CartState = v.InferOutput<typeof CartState>

/** The listing that a purchase would accept. */
export const CartOffer = v.object({
  sellOfferIndex: OfferIndex,
  seller: v.string(),
  price: Amount,
  fee: Amount,
  /** The royalty, which the ledger deducts from the price and pays to `royaltyReceiver`. */
  royalty: Amount,
  royaltyReceiver: v.string(),
  /** Price plus fee. */
  pays: Amount,
  /** The balance that the buyer needs; for an issued currency it includes the issuer's transfer fee. */
  needs: Amount,
  /** True if the marketplace matches the listing. */
  brokered: v.boolean(),
})
export type CartOffer = v.InferOutput<typeof CartOffer>

export const CartEntry = v.object({
  nftokenID: NFTokenID,
  state: CartState,
  /** Reason why the work cannot be bought as the buyer saw it; null if it can. */
  code: v.nullable(ErrorCode),
  sentence: v.nullable(v.string()),
  /** Null if the index no longer contains the token. */
  name: v.nullable(v.string()),
  image: v.nullable(Media),
  /** The name of the issuer's profile; null without one. */
  artist: v.nullable(v.string()),
  collectionId: v.nullable(v.string()),
  collectionName: v.nullable(v.string()),
  offer: v.nullable(CartOffer),
})
export type CartEntry = v.InferOutput<typeof CartEntry>

/** Total price of all available works in one currency. */
export const CartTotal = v.object({
  price: Amount,
  fee: Amount,
  royalty: Amount,
  pays: Amount,
  needs: Amount,
  /** The account's spendable balance; null for visitors, and without a trust line. */
  spendable: v.nullable(Amount),
  /** The spendable balance after the purchase. */
  left: v.nullable(Amount),
  /** The missing amount; null if the balance is sufficient, and for visitors. */
  missing: v.nullable(Amount),
  /** True if the issuer has frozen the currency, for everyone or for the account. Then nothing can be paid in it. */
  frozen: v.boolean(),
})
export type CartTotal = v.InferOutput<typeof CartTotal>

export const CartCheckReply = v.object({
  /** Items in the order of the request. */
  items: v.array(CartEntry),
  /** Works grouped by signature, in the order of signing. Unavailable works are in no group. */
  groups: v.array(v.object({ nftokenIDs: v.array(NFTokenID) })),
  /** Sums, XRP first. */
  totals: v.array(CartTotal),
  /** The largest additional reserve that the ledger locks during the purchases. */
  reserveDrops: Drops,
  /** The transaction costs of all signatures. */
  costDrops: Drops,
  ledgerIndex: v.number(),
})
export type CartCheckReply = v.InferOutput<typeof CartCheckReply>
