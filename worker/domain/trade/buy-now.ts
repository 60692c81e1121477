import { dropsToXrp } from '#worker/contract/amounts.ts'
import { brokerFee } from '#worker/contract/fees.ts'
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

/** The buyer's offer stands this long: enough to sign and to be matched, then it cannot be taken any more. */
const offerMinutes = 15

function checkSeen({ offer, priceDrops, brokered }: Listing, body: BuyNowBody) {
  const sameOffer = body.sellOfferIndex === undefined || body.sellOfferIndex === offer.id
  const samePrice = body.expectedAmount === undefined || body.expectedAmount === priceDrops.toString()
  if (sameOffer && samePrice) return
  const sentence = samePrice
    ? `The listing that you saw is gone. Another one asks ${dropsToXrp(priceDrops)} XRP${brokered ? ' and the marketplace fee' : ''}.`
    : `The price has changed. It is now ${dropsToXrp(priceDrops)} XRP.`
  throw new Refusal('price_changed', sentence, {
    errors: [{ path: 'expectedAmount', message: priceDrops.toString() }],
  })
}

function purchase(listing: Listing, buyer: string, marketplace: string) {
  const { nft, offer, priceDrops, brokered } = listing
  if (!brokered) {
    return { TransactionType: 'NFTokenAcceptOffer', Account: buyer, NFTokenSellOffer: offer.id }
  }
  return {
    TransactionType: 'NFTokenCreateOffer',
    Account: buyer,
    Owner: nft.owner,
    NFTokenID: nft.id,
    Amount: (priceDrops + brokerFee(priceDrops)).toString(),
    Destination: marketplace,
    Expiration: dateToRippleTime(listing.asOf) + offerMinutes * 60,
  }
}

/**
 * Buys a listed token (flows.md 5): a listing of the marketplace is met by the buyer's own short-lived offer of
 * price + 1 %, which M then matches; a direct listing is simply accepted.
 * Throws Refusal: not_found, own_token, not_for_sale, price_changed, would_fail, signer_unavailable.
 */
export async function buyNow(context: Context, actor: Actor, body: BuyNowBody): Promise<SignReferences> {
  const listing = await findMainListing(context, body.nftokenID, actor.account)
  checkSeen(listing, body)
  const { nft, offer, priceDrops, brokered } = listing
  const feeDrops = brokered ? brokerFee(priceDrops) : 0n
  const txjson = purchase(listing, actor.account, context.treasury.account)
  await checkFunds(context, actor.account, priceDrops + feeDrops)
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
      priceDrops: priceDrops.toString(),
      feeDrops: feeDrops.toString(),
    },
    instruction: `Buy ${name} on OPX (${context.settings.siteOrigin}) for ${dropsToXrp(priceDrops + feeDrops)} XRP in all.`,
    returnPath: `/nft/${nft.id}`,
  })
  return references
}
