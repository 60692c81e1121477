import { amountValue } from '#contract/words/amount-values.ts'
import { type Sentence, sentence } from '#contract/words/sentence.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import type { Purchase } from '#contract/rules/cart-groups.ts'
import type { CartEntry, CartItem, CartOffer, CartState } from '#contract/schemas/cart.ts'
import type { ErrorCode } from '#contract/schemas/errors.ts'
import { cleanName } from '#contract/rules/names.ts'
import { compareAmounts, sameCurrency } from '#contract/rules/money.ts'
import { quote } from '#contract/rules/quote.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { accessMessages } from '#worker/domain/demand/reserve.ts'
import { fallbackName } from '#contract/rules/unrevealed.ts'
import { chooseListing, type Listing } from '#worker/domain/trade/main-listing.ts'
import { directSaleMessage, drawnOnlyRefusal } from '#worker/domain/trade/primary-rules.ts'
import type { CartRows, CartToken } from './read-cart.ts'

interface Verdict {
  state: CartState
  code: ErrorCode | null
  sentence: Sentence | null
}

/** A cart entry before its sentence is formatted. */
type JudgedEntry = Omit<CartEntry, 'sentence'> & Pick<Verdict, 'sentence'>

export interface EvaluatedItem {
  entry: JudgedEntry
  /** The listing that the buyer would accept; null if there is none. */
  listing: Listing | null
  /** True if the work must be reserved for the buyer before anything is signed. */
  reserved: boolean
}

export interface CartPurchase extends Purchase {
  listing: Listing
  offer: CartOffer
}

/** Returns the purchase of a work at its current terms; null if no listing is open to the buyer. */
export function purchaseOf({
  entry: { nftokenID, offer },
  listing,
  reserved,
}: EvaluatedItem): CartPurchase[] {
  if (offer === null || listing === null) return []
  return [{ nftokenID, reserved, brokered: offer.brokered, pays: offer.pays, listing, offer }]
}

const refuse = (state: CartState, code: ErrorCode, reason: Sentence): Verdict => ({
  state,
  code,
  sentence: reason,
})
const takeable: Verdict = { state: 'takeable', code: null, sentence: null }

/** True if the collection's rules for sales by its issuer apply (docs/money.md, 8). */
function isGuarded({ nft, collection }: CartToken, marketplace: string): boolean {
  if (collection === null || (nft.owner !== nft.issuer && nft.owner !== marketplace)) return false
  return collection.guarded || collection.random || !collection.announced
}

/** Returns the verdict on a work that must be bought outside the cart; null for other works. */
function boughtElsewhere(token: CartToken, marketplace: string): Verdict | null {
  if (token.isOnAuction)
    return refuse(
      'on_auction',
      'not_for_sale',
      sentence('This work is up for auction: place a bid on its page.'),
    )
  if (token.isInventory)
    return refuse('on_demand', 'not_for_sale', sentence('This work is sold on demand: buy it on its page.'))
  if (token.collection?.random === true && isGuarded(token, marketplace))
    return refuse('random_only', 'not_for_sale', drawnOnlyRefusal().sentence)
  return null
}

/**
 * Returns why the collection's rules forbid the purchase; null if they allow it. The promo code itself is checked
 * during the purchase.
 */
function ruleProblem(token: CartToken, { brokered }: Listing, promoCode: string | undefined): Verdict | null {
  const { collection } = token
  if (collection === null) return null
  if (!brokered) return refuse('not_allowed', 'not_for_sale', directSaleMessage)
  const problem = collection.announced ? collection.problem : 'not_announced'
  if (problem !== null) return refuse('not_allowed', problem, accessMessages[problem])
  if (token.isReserved)
    return refuse(
      'reserved',
      'reserved',
      sentence("Someone else is buying this NFT right now. If they don't pay, it becomes available again."),
    )
  if (collection.promoCodeEnabled && (promoCode ?? '') === '')
    return refuse('needs_promo_code', 'promo_code_invalid', sentence('Its collection requires a promo code.'))
  return null
}

/** Returns the verdict on a price that differs from the price that the buyer saw. */
function priceChange({ settings }: Context, price: Amount, shownPrice: Amount): Verdict {
  const isSameCurrency = sameCurrency(price, shownPrice)
  const difference = isSameCurrency ? compareAmounts(price, shownPrice) : 1
  if (difference === 0) return takeable
  const before = amountValue(shownPrice, settings.tokens)
  const now = amountValue(price, settings.tokens)
  if (difference < 0)
    return refuse(
      'price_down',
      'price_changed',
      sentence('The price has fallen from {before} to {now}.', { before, now }),
    )
  const reason = isSameCurrency
    ? sentence('The price has risen from {before} to {now}.', { before, now })
    : sentence('The price has changed from {before} to {now}.', { before, now })
  return refuse('price_up', 'price_changed', reason)
}

function offerOf(
  { nft, offer, price, brokered }: Listing,
  buyer: string | null,
  transferRate: number,
): CartOffer {
  const parts = quote({
    kind: 'buyNow',
    amount: price,
    brokered,
    transferFee: nft.transferFee,
    issuerTakesPart: nft.issuer === nft.owner || nft.issuer === buyer,
    transferRate,
    ownerReserveDrops: 0n,
  })
  return {
    sellOfferIndex: offer.id,
    seller: offer.owner,
    price,
    fee: parts.fee,
    royalty: parts.royalty,
    royaltyReceiver: nft.issuer,
    pays: parts.buyerPays,
    needs: parts.buyerNeeds,
    brokered,
  }
}

/** Returns the listing that the buyer would accept, or the reason why there is none. */
function listingFor(context: Context, token: CartToken, buyer: string | null): Listing | Verdict {
  const otherMarketplaceReason =
    token.nft.owner === buyer ? null : boughtElsewhere(token, context.treasury.account)
  if (otherMarketplaceReason !== null) return otherMarketplaceReason
  try {
    return chooseListing(context, token, buyer)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refuse(error.code === 'own_token' ? 'own_token' : 'gone', error.code, error.sentence)
  }
}

const noToken: Omit<JudgedEntry, 'nftokenID'> = {
  ...refuse('gone', 'not_found', sentence('This NFT does not exist or no longer exists.')),
  name: null,
  image: null,
  artist: null,
  collectionId: null,
  collectionName: null,
  offer: null,
}

/** Decides whether a buyer (null: a visitor) can buy a work in the cart, and at which price. */
export function evaluateCartItem(
  context: Context,
  rows: CartRows,
  item: CartItem,
  buyer: string | null,
): EvaluatedItem {
  const token = rows.find(item.nftokenID)
  if (token === null)
    return { entry: { nftokenID: item.nftokenID, ...noToken }, listing: null, reserved: false }
  const { nft, collection } = token
  const facts = {
    nftokenID: nft.id,
    name: nft.name ?? fallbackName(nft.sequence),
    image: nft.metadata?.image ?? null,
    artist: token.artist === null ? null : cleanName(token.artist),
    collectionId: collection?.id ?? null,
    collectionName: collection?.name ?? null,
  }
  const listing = listingFor(context, token, buyer)
  if (!('offer' in listing))
    return { entry: { ...facts, ...listing, offer: null }, listing: null, reserved: false }
  const isGuardedToken = isGuarded(token, context.treasury.account)
  const offer = offerOf(listing, buyer, rows.transferRateOf(listing.price))
  const verdict =
    (isGuardedToken ? ruleProblem(token, listing, item.promoCode) : null) ??
    priceChange(context, listing.price, item.expectedAmount)
  return { entry: { ...facts, ...verdict, offer }, listing, reserved: isGuardedToken }
}
