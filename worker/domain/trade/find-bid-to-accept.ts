import { isDrops } from '#contract/rules/amounts.ts'
import { minimumOfferDrops } from '#contract/rules/fees.ts'
import { compareAmounts, sameAmount } from '#contract/rules/money.ts'
import type { AcceptBidBody } from '#contract/schemas/trading.ts'
import { amountValue } from '#contract/words/amount-values.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { sentence } from '#contract/words/sentence.ts'
import { queryCursor } from '#db/queries/ledger-index/writes.ts'
import {
  type NftRow,
  type OfferRow,
  queryNft,
  queryOffer,
  queryRunningAuction,
} from '#db/queries/nft/nfts.ts'
import type { Context } from '#worker/domain/context.ts'
import { ledgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { existingToken } from '#worker/domain/nft/existing-token.ts'
import { offerViews } from '#worker/domain/nft/offer-view.ts'
import { issuedFunds } from '#worker/domain/sign-request/check-funds.ts'
import { royaltyLineRefusal } from './explain-refusal.ts'

export interface BidToAccept {
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

/**
 * Returns the current state of a bid, for the owner of the token. One round trip. Throws Refusal: not_found, not_owner,
 * sale_active, offer_gone, royalty_no_line, would_fail.
 */
export async function findBidToAccept(
  context: Context,
  owner: string,
  body: AcceptBidBody,
): Promise<BidToAccept> {
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

/**
 * Checks funds in issued currencies on the ledger. For XRP, the index already has the funds. Throws Refusal:
 * no_trust_line, would_fail, offer_gone.
 */
export async function checkIssuedFunds(context: Context, owner: string, { amount, owner: bidder }: OfferRow) {
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

/** Checks the amount that the owner saw, and the marketplace's minimum. Throws Refusal: price_changed, would_fail. */
export function checkAmount(context: Context, { expectedAmount }: AcceptBidBody, { amount }: OfferRow): void {
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
