import { sameAmount } from '#contract/rules/money.ts'
import { fallbackName } from '#contract/rules/unrevealed.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { BuyNowBody } from '#contract/schemas/trading.ts'
import { amountValue } from '#contract/words/amount-values.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { sentence, type Sentence } from '#contract/words/sentence.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { accountOfAddress } from '#worker/ledger/addresses.ts'
import { askForListing, preparePurchase } from './listing-purchase.ts'
import { findMainListing, type Listing } from './main-listing.ts'
import { holdPrimary } from './primary-sale.ts'

/**
 * Buys a listed token (docs/money.md, 5). For a marketplace listing, the buyer signs a short-lived offer of the price
 * plus 1 %, which the marketplace matches. A direct listing is accepted by the buyer. If the collection has rules, a
 * listing of the issuer is reserved first.
 * Throws Refusal: not_found, own_token, not_for_sale, royalty_no_line, not_owner, price_changed, insufficient_funds,
 * no_trust_line, would_fail, signer_unavailable, and the refusals of the collection's rules.
 */
export async function buyNow(context: Context, actor: Actor, body: BuyNowBody): Promise<SignReferences> {
  const listing = await findMainListing(context, body.nftokenID, actor.account)
  checkExpectation(context, listing, body)
  const purchase = await preparePurchase(context, listing, actor.account)
  // Without rules nothing is reserved: the ledger decides between two buyers.
  const hold = await holdPrimary(context, listing, { ...actor, promoCode: body.promoCode ?? null })
  return askForListing(context, purchase, {
    name: listing.nft.name ?? fallbackName(listing.nft.sequence),
    hold,
  })
}

/** Checks that the listing is still the one that the buyer saw. Throws Refusal: not_owner, price_changed. */
function checkExpectation({ settings }: Context, { nft, offer, price, brokered }: Listing, body: BuyNowBody) {
  if (body.owner !== undefined && accountOfAddress(body.owner) !== nft.owner) {
    throw new Refusal(
      'not_owner',
      sentence(
        'This NFT belongs to a different account than the one in your request. Check it again before you buy it.',
      ),
    )
  }
  const amount = amountValue(price, settings.tokens)
  if (body.expectedAmount !== undefined && !sameAmount(body.expectedAmount, price)) {
    throw priceChangedRefusal(price, sentence('The price has changed. It is now {amount}.', { amount }))
  }
  if (body.sellOfferIndex === undefined || body.sellOfferIndex === offer.id) return
  if (!brokered) {
    throw priceChangedRefusal(
      price,
      sentence('The listing that you saw is gone. Another listing costs {amount}.', { amount }),
    )
  }
  throw priceChangedRefusal(
    price,
    sentence('The listing that you saw is gone. Another listing costs {amount} plus the marketplace fee.', {
      amount,
    }),
  )
}

/** The price travels in the message of the field error: the reply has it as `expectedAmount`. */
const priceChangedRefusal = (price: Amount, message: Sentence) =>
  new Refusal('price_changed', message, {
    errors: [{ path: 'expectedAmount', message: typeof price === 'string' ? price : price.value }],
  })
