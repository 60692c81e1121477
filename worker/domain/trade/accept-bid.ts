import { dateToRippleTime, tfSellNFToken } from '#contract/rules/ledger.ts'
import { bidLessFee, brokerFeeOf } from '#contract/rules/money.ts'
import { fallbackName } from '#contract/rules/unrevealed.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import type { BatchSale } from '#contract/schemas/batch.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { AcceptBidBody } from '#contract/schemas/trading.ts'
import { t } from '#contract/words/sentence.ts'
import { askForSale } from '#worker/domain/batch/ask-for-sale.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { rereadMetadata } from '#worker/domain/metadata/fetch-metadata.ts'
import { dryRun } from '#worker/domain/sign-request/dry-run.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'
import { offerMinutes } from './check-offer.ts'
import { checkUnchanged } from './confirm-bid.ts'
import { explainSale } from './explain-refusal.ts'
import { type BidToAccept, checkAmount, checkIssuedFunds, findBidToAccept } from './find-bid-to-accept.ts'
import { checkPrimaryBid, hasPrimaryRules } from './primary-rules.ts'

/**
 * Accepts a bid addressed to the marketplace (docs/money.md, 5): the owner signs a short-lived sell offer for the bid
 * minus the fee, which the marketplace matches with exactly this bid.
 * Throws Refusal: not_found, not_owner, sale_active, offer_gone, price_changed, no_trust_line, those of the
 * collection's rules, would_fail, signer_unavailable.
 */
export async function acceptBid(
  context: Context,
  actor: Actor,
  body: AcceptBidBody,
): Promise<SignReferences> {
  const bidToAccept = await findBidToAccept(context, actor.account, body)
  const { nft, bid, asOf } = bidToAccept
  checkAmount(context, body, bid)
  await rereadMetadata(context, [nft.id])
  await checkUnchanged(context, bid)
  await checkPrimaryBid(context, { seller: actor.account, nftId: nft.id, bidder: bid.owner })
  await checkIssuedFunds(context, actor.account, bid)
  const price = bidLessFee(bid.amount)
  const txjson = {
    TransactionType: 'NFTokenCreateOffer',
    Account: actor.account,
    NFTokenID: nft.id,
    Amount: price,
    Destination: context.treasury.account,
    Expiration: dateToRippleTime(asOf) + offerMinutes * 60,
    Flags: tfSellNFToken,
  }
  await dryRun(
    context,
    txjson,
    explainSale(context, { account: actor.account, nftId: nft.id, amount: price }),
  )
  // If the issuer's lists apply, they are checked again at the match, so the sale takes two steps.
  const takesTwoSteps = await hasPrimaryRules(context, actor.account, nft.id)
  const sales: BatchSale[] = [
    { kind: 'bid', nftId: nft.id, buyOfferId: bid.id, bidder: bid.owner, bid: bid.amount },
  ]
  const terms = termsOf(context, actor.account, { ...bidToAccept, price })
  // Nothing is locked here. If several acceptances of a bid race, the ledger decides: it accepts a bid only once. For a
  // sale in two steps, `insertSale` also admits one sale per bid. A bid with another amount is another offer.
  return askForSale(context, {
    purpose: 'accept_bid',
    customer: actor.account,
    reservation: null,
    oneSignature: takesTwoSteps ? null : { ...terms, sales },
    inTwoSteps: async () => ({ ...terms, txjson }),
  })
}

/** Returns the sale that begins when the owner has signed, and the sentence that the owner's wallet shows. */
function termsOf(context: Context, owner: string, { nft, bid, price }: BidToAccept & { price: Amount }) {
  const { site, nameOf, amountOf } = instructionWords(context)
  return {
    context: {
      nftId: nft.id,
      owner,
      buyOfferId: bid.id,
      buyer: bid.owner,
      price,
      fee: brokerFeeOf(bid.amount),
      paid: bid.amount,
    },
    instruction: t('Sell {name} on OPX ({site}): you get {amount} less the royalty.', {
      name: nameOf(nft.name ?? fallbackName(nft.sequence)),
      site,
      amount: amountOf(price),
    }),
    returnPath: `/nft/${nft.id}`,
  }
}
