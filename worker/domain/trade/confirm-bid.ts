import { sentence } from '#contract/words/sentence.ts'
import { queryLastChange } from '#db/queries/ledger-index/last-change.ts'
import { queryOffer, type OfferRow } from '#db/queries/nft/nfts.ts'
import { confirmOffer } from '#db/queries/trade/offers.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { isBeforeChange } from '#worker/domain/nft/offer-view.ts'

/**
 * Records that a bidder has looked at a work that changed after the bid, so that the owner can accept
 * the bid again. Repeating it changes nothing. Throws Refusal: offer_gone, forbidden.
 */
export async function confirmBid({ db }: Context, actor: Actor, offerId: string): Promise<string> {
  const [bid] = await queryOffer(db.http, offerId)
  if (bid === undefined || bid.isSell || bid.state !== 'open')
    throw new Refusal('offer_gone', sentence('The offer no longer exists: it was accepted or cancelled.'))
  if (bid.owner !== actor.account)
    throw new Refusal('forbidden', sentence('Only the bidder can confirm a bid.'))
  const [change] = await queryLastChange(db.http, bid.nftId)
  const changedLedger = change?.ledgerIndex ?? null
  if (changedLedger !== null) await confirmOffer(db.http, offerId, changedLedger)
  return offerId
}

/** Checks that a bid is for the work as it is now, or was confirmed since. Throws Refusal('work_changed'). */
export async function checkUnchanged({ db }: Context, bid: OfferRow): Promise<void> {
  const [change] = await queryLastChange(db.http, bid.nftId)
  const changedLedger = change?.ledgerIndex ?? null
  if (changedLedger === null || !isBeforeChange(bid, changedLedger)) return
  throw new Refusal(
    'work_changed',
    sentence(
      'The issuer changed the work after this bid. Its bidder must confirm the bid before you can accept it.',
    ),
  )
}
