import { amountValue } from '#contract/words/amount-values.ts'
import { sentence, t } from '#contract/words/sentence.ts'
import { queryCursor } from '#db/queries/ledger-index/writes.ts'
import {
  type NftRow,
  type OfferRow,
  queryNft,
  queryOffer,
  queryRunningAuction,
} from '#db/queries/nft/nfts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { minimumOfferDrops } from '#contract/rules/fees.ts'
import { bidLessFee, brokerFeeOf, compareAmounts, sameAmount } from '#contract/rules/money.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { AcceptBidBody } from '#contract/schemas/trading.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { ledgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { fallbackName } from '#contract/rules/unrevealed.ts'
import { offerViews } from '#worker/domain/nft/offer-view.ts'
import { askForSale } from '#worker/domain/batch/ask-for-sale.ts'
import { dryRun } from '#worker/domain/sign-request/dry-run.ts'
import { dateToRippleTime, tfSellNFToken } from '#contract/rules/ledger.ts'
import { existingToken } from '#worker/domain/nft/existing-token.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'
import { explainSale, royaltyLineRefusal } from './explain-refusal.ts'
import { offerMinutes } from './check-offer.ts'
import { checkUnchanged } from './confirm-bid.ts'
import { issuedFunds } from '#worker/domain/sign-request/check-funds.ts'
import { checkPrimaryBid, hasPrimaryRules } from './primary-rules.ts'

interface Bid {
  nft: NftRow
  bid: OfferRow
  asOf: Date
}

const bidGoneRefusal = () =>
  new Refusal(
    'offer_gone',
    sentence(
      'This bid can no longer be accepted: it was withdrawn, has expired, or its bidder lacks the funds.',
    ),
  )

const frozenBidRefusal = () =>
  new Refusal(
    'would_fail',
    sentence(
      'The currency of this bid is frozen for one of the two accounts, so nothing can be paid in it now.',
    ),
  )

/** Returns the current state of a bid, for the owner of the token. One round trip. */
async function findBid(context: Context, owner: string, body: AcceptBidBody): Promise<Bid> {
  const { db, treasury, now } = context
  const [nfts, offers, auctions, cursor] = await db.http.batch([
    queryNft(db.http, body.nftokenID),
    queryOffer(db.http, body.buyOfferIndex),
    queryRunningAuction(db.http, body.nftokenID),
    queryCursor(db.http),
  ])
  const asOf = ledgerNow(cursor[0]?.closedAt, now())
  const nft = existingToken(nfts)
  const [[bid], [auction]] = [offers, auctions]
  if (nft.owner !== owner) throw new Refusal('not_owner', sentence('Only the owner can accept a bid.'))
  if (auction !== undefined && auction.endsAt <= asOf)
    throw new Refusal(
      'sale_active',
      sentence('The auction is over: it is being settled with the highest bid.'),
    )
  if (bid === undefined || bid.isSell || bid.nftId !== nft.id || bid.state !== 'open') throw bidGoneRefusal()
  if (bid.destination !== treasury.account) {
    throw new Refusal(
      'offer_gone',
      sentence('This bid is not addressed to the marketplace. Accept it directly instead.'),
    )
  }
  const [view] = await offerViews(context, [bid], asOf)
  if (view?.problem === 'royalty_no_line') throw royaltyLineRefusal(context, bid.amount)
  if (view?.problem === 'frozen') throw frozenBidRefusal()
  if (view?.problem !== null) throw bidGoneRefusal()
  return { nft, bid, asOf }
}

/** Checks funds in issued currencies on the ledger. For XRP, the index already has the funds. */
async function checkIssued(context: Context, owner: string, { amount, owner: bidder }: OfferRow) {
  if (isDrops(amount)) return
  const [bidderFunds, sellerFunds] = await Promise.all([
    issuedFunds(context, bidder, amount),
    issuedFunds(context, owner, amount),
  ])
  if (sellerFunds.heldAmount === null)
    throw new Refusal(
      'no_trust_line',
      sentence('Your account has no trust line for the currency of this bid yet.'),
    )
  if (bidderFunds.frozen) throw frozenBidRefusal()
  if (bidderFunds.heldAmount === null || compareAmounts(bidderFunds.heldAmount, bidderFunds.neededAmount) < 0)
    throw bidGoneRefusal()
}

/** Checks the amount that the owner saw, and the marketplace's minimum. */
function checkAmount(context: Context, { expectedAmount }: AcceptBidBody, { amount }: OfferRow): void {
  if (expectedAmount !== undefined && !sameAmount(expectedAmount, amount)) {
    throw new Refusal(
      'price_changed',
      sentence('The amount of this bid is {amount}.', {
        amount: amountValue(amount, context.settings.tokens),
      }),
    )
  }
  if (isDrops(amount) && BigInt(amount) < minimumOfferDrops)
    throw new Refusal(
      'would_fail',
      sentence('This bid is below 0.1 XRP, the minimum that the marketplace matches.'),
    )
}

/** Returns the sale that begins when the owner has signed, and the sentence that the owner's wallet shows. */
function termsOf(context: Context, owner: string, { nft, bid }: Bid) {
  const price = bidLessFee(bid.amount)
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

/**
 * Accepts a bid addressed to the marketplace (docs/money.md, 5): the owner signs a short-lived sell offer for the bid minus
 * the fee, which the marketplace matches with exactly this bid.
 * Throws Refusal: not_found, not_owner, sale_active, offer_gone, price_changed, no_trust_line, those of the collection's
 * rules, would_fail, signer_unavailable.
 */
export async function acceptBid(
  context: Context,
  actor: Actor,
  body: AcceptBidBody,
): Promise<SignReferences> {
  const bidToAccept = await findBid(context, actor.account, body)
  const { nft, bid, asOf } = bidToAccept
  checkAmount(context, body, bid)
  await checkUnchanged(context, bid)
  await checkPrimaryBid(context, { seller: actor.account, nftId: nft.id, bidder: bid.owner })
  await checkIssued(context, actor.account, bid)
  const terms = termsOf(context, actor.account, bidToAccept)
  const txjson = {
    TransactionType: 'NFTokenCreateOffer',
    Account: actor.account,
    NFTokenID: nft.id,
    Amount: terms.context.price,
    Destination: context.treasury.account,
    Expiration: dateToRippleTime(asOf) + offerMinutes * 60,
    Flags: tfSellNFToken,
  }
  const sale = { account: actor.account, nftId: nft.id, amount: terms.context.price }
  await dryRun(context, txjson, explainSale(context, sale))
  // If the issuer's lists apply, they are checked again at the match, so the sale takes two steps.
  const isChecked = await hasPrimaryRules(context, actor.account, nft.id)
  const bids = [
    { kind: 'bid' as const, nftId: nft.id, buyOfferId: bid.id, bidder: bid.owner, bid: bid.amount },
  ]
  return askForSale(context, {
    purpose: 'accept_bid',
    customer: actor.account,
    reservation: null,
    whole: isChecked ? null : { ...terms, sales: bids },
    firstStep: async () => ({ ...terms, txjson }),
  })
}
