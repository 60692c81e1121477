import type { Amount } from '#worker/contract/amounts.ts'
import {
  addAmounts,
  amountInWords,
  brokerFeeOf,
  compareAmounts,
  sameCurrency,
} from '#worker/contract/money.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { SignReferences } from '#worker/contract/sign-requests.ts'
import type { BuyNowBody } from '#worker/contract/trading.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { fallbackName } from '#worker/domain/nft/card-view.ts'
import { dryRun } from '#worker/domain/sign-request/dry-run.ts'
import { openSignRequest } from '#worker/domain/sign-request/open-sign-request.ts'
import { dateToRippleTime } from '#worker/ledger/ripple-time.ts'
import { checkFunds } from './check-funds.ts'
import { findMainListing, type Listing } from './main-listing.ts'

/** An offer made for one sale stands this long: enough to sign and to be matched, then it cannot be taken any more. */
export const offerMinutes = 15

export function sameAmount(a: Amount, b: Amount): boolean {
  return sameCurrency(a, b) && compareAmounts(a, b) === 0
}

function checkSeen({ settings }: Context, { offer, price, brokered }: Listing, body: BuyNowBody) {
  const sameOffer = body.sellOfferIndex === undefined || body.sellOfferIndex === offer.id
  const samePrice = body.expectedAmount === undefined || sameAmount(body.expectedAmount, price)
  if (sameOffer && samePrice) return
  const words = amountInWords(price, settings.tokens)
  const sentence = samePrice
    ? `The listing that you saw is gone. Another one asks ${words}${brokered ? ' and the marketplace fee' : ''}.`
    : `The price has changed. It is now ${words}.`
  throw new Refusal('price_changed', sentence, {
    errors: [{ path: 'expectedAmount', message: typeof price === 'string' ? price : price.value }],
  })
}

function purchase(listing: Listing, buyer: string, marketplace: string, paid: Amount) {
  const { nft, offer, brokered } = listing
  if (!brokered) {
    return { TransactionType: 'NFTokenAcceptOffer', Account: buyer, NFTokenSellOffer: offer.id }
  }
  return {
    TransactionType: 'NFTokenCreateOffer',
    Account: buyer,
    Owner: nft.owner,
    NFTokenID: nft.id,
    Amount: paid,
    Destination: marketplace,
    Expiration: dateToRippleTime(listing.asOf) + offerMinutes * 60,
  }
}

/**
 * Buys a listed token (flows.md 5): a listing of the marketplace is met by the buyer's own short-lived offer of
 * price + 1 %, which M then matches; a direct listing is simply accepted.
 * Throws Refusal: not_found, own_token, not_for_sale, price_changed, insufficient_funds, no_trust_line, would_fail,
 * signer_unavailable.
 */
export async function buyNow(context: Context, actor: Actor, body: BuyNowBody): Promise<SignReferences> {
  const listing = await findMainListing(context, body.nftokenID, actor.account)
  checkSeen(context, listing, body)
  const { nft, offer, price, brokered } = listing
  const fee = brokered ? brokerFeeOf(price) : undefined
  const paid = fee === undefined ? price : addAmounts(price, fee)
  const txjson = purchase(listing, actor.account, context.treasury.account, paid)
  await checkFunds(context, actor.account, paid)
  await dryRun(context, txjson)
  const name = nft.name ?? fallbackName(nft.sequence)
  const { id: _id, ...references } = await openSignRequest(context, {
    purpose: brokered ? 'buy_now' : 'accept_listing',
    account: actor.account,
    txjson,
    context: {
      nftId: nft.id,
      owner: nft.owner,
      sellOfferId: offer.id,
      buyer: actor.account,
      price,
      paid,
      ...(fee === undefined ? {} : { fee }),
    },
    instruction: `Buy ${name} on OPX (${context.settings.siteOrigin}) for ${amountInWords(paid, context.settings.tokens)} in all.`,
    returnPath: `/nft/${nft.id}`,
  })
  return references
}
