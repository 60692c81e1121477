import { t } from '#contract/words/sentence.ts'
import type { ReservationRow } from '#db/queries/demand/reservations.ts'
import type { BatchSale } from '#contract/schemas/batch.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import { addAmounts, brokerFeeOf } from '#contract/rules/money.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { askForSale } from '#worker/domain/batch/ask-for-sale.ts'
import { dryRun } from '#worker/domain/sign-request/dry-run.ts'
import { dateToRippleTime } from '#contract/rules/ledger.ts'
import { checkFunds } from '#worker/domain/sign-request/check-funds.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'
import { explainSale } from './explain-refusal.ts'
import type { Listing } from './main-listing.ts'
import { offerMinutes } from './check-offer.ts'

interface Purchase {
  listing: Listing
  buyer: string
  /** The transaction that the buyer signs if each step is signed alone. */
  txjson: ReturnType<typeof purchaseTransaction>
  price: Amount
  /** The price and the marketplace's fee. */
  totalAmount: Amount
  /** The marketplace's fee; only set for a brokered sale. */
  fee?: Amount
}

/**
 * Builds the purchase of a listing, and checks that the buyer can pay for it. Throws Refusal: insufficient_funds,
 * no_trust_line, would_fail.
 */
export async function preparePurchase(context: Context, listing: Listing, buyer: string): Promise<Purchase> {
  const { nft, offer, price, brokered } = listing
  const fee = brokered ? brokerFeeOf(price) : undefined
  const totalAmount = fee === undefined ? price : addAmounts(price, fee)
  const txjson = purchaseTransaction(listing, buyer, context.treasury.account, totalAmount)
  await checkFunds(context, buyer, totalAmount)
  const sale = { account: buyer, nftId: nft.id, amount: price, owner: offer.owner }
  await dryRun(context, txjson, explainSale(context, sale))
  return { listing, buyer, txjson, price, totalAmount, ...(fee === undefined ? {} : { fee }) }
}

/**
 * Requests the signature that buys a listing. With a hold, repeated calls return the same request.
 * Throws Refusal: already_pending, signer_unavailable.
 */
export async function askForListing(
  context: Context,
  { listing, buyer, txjson, price, totalAmount, fee }: Purchase,
  { name, hold }: { name: string; hold: ReservationRow | null },
): Promise<SignReferences> {
  const { nft, offer, brokered } = listing
  const { site, nameOf, amountOf } = instructionWords(context)
  const terms = {
    context: {
      nftId: nft.id,
      owner: nft.owner,
      sellOfferId: offer.id,
      buyer,
      price,
      paid: totalAmount,
      ...(fee === undefined ? {} : { fee }),
      ...(hold === null ? {} : { reservationId: hold.id }),
    },
    instruction: t('Buy {name} on OPX ({site}) for {amount} in total.', {
      name: nameOf(name),
      site,
      amount: amountOf(totalAmount),
    }),
    returnPath: `/nft/${nft.id}`,
  }
  const sale: BatchSale = {
    kind: 'listing',
    nftId: nft.id,
    owner: nft.owner,
    sellOfferId: offer.id,
    price: offer.amount,
  }
  return askForSale(context, {
    purpose: brokered ? 'buy_now' : 'accept_listing',
    customer: buyer,
    reservation: hold,
    // A draw is sold in two steps.
    oneSignature: brokered && hold?.random !== true ? { ...terms, sales: [sale] } : null,
    inTwoSteps: async () => ({ ...terms, txjson }),
  })
}

/**
 * Returns the transaction that a buyer signs for a listing if each step is signed alone; `totalAmount` includes the
 * marketplace's fee.
 */
export function purchaseTransaction(
  listing: Listing,
  buyer: string,
  marketplace: string,
  totalAmount: Amount,
) {
  const { nft, offer, brokered } = listing
  if (!brokered) {
    return { TransactionType: 'NFTokenAcceptOffer', Account: buyer, NFTokenSellOffer: offer.id }
  }
  return {
    TransactionType: 'NFTokenCreateOffer',
    Account: buyer,
    Owner: nft.owner,
    NFTokenID: nft.id,
    Amount: totalAmount,
    Destination: marketplace,
    Expiration: dateToRippleTime(listing.asOf) + offerMinutes * 60,
  }
}
