import type { OfferRow } from '#db/queries/nft/nfts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import type { Offer, OfferProblem } from '#contract/schemas/nfts.ts'
import type { Context } from '#worker/domain/context.ts'
import { type Brokered, brokeredCurrencies } from './brokered-currencies.ts'
import { dateToRippleTime, lsfSellNFToken } from '#contract/rules/ledger.ts'

/**
 * True if a bid is older than the work's latest change, and its bidder has not confirmed it since. Within one ledger
 * the order is unknown, so a bid of the same ledger counts as older.
 */
export const isBeforeChange = (
  { createdLedger, confirmedLedger }: Pick<OfferRow, 'createdLedger' | 'confirmedLedger'>,
  changedLedger: number,
): boolean => createdLedger <= changedLedger && (confirmedLedger ?? 0) < changedLedger

function problemOf(offer: OfferRow, context: Context, isBrokered: Brokered, now: Date): OfferProblem | null {
  if (offer.expiration !== null && offer.expiration <= dateToRippleTime(now)) return 'expired'
  if (offer.problem !== null) return offer.problem
  const { destination, amount } = offer
  if (destination === context.treasury.account && !isDrops(amount) && !isBrokered(amount))
    return 'currency_not_brokered'
  return destination !== null && destination in context.settings.otherBrokers ? 'other_marketplace' : null
}

/**
 * Returns offers as they appear in replies. The index stores why an offer cannot be accepted; offers that have expired
 * since then are shown as expired immediately. The marketplace's trust lines are read only if an offer needs them.
 */
export async function offerViewer(context: Context, offers: OfferRow[], now: Date) {
  const marketplace = context.treasury.account
  const asks = offers.some((offer) => offer.destination === marketplace && !isDrops(offer.amount))
  const isBrokered = asks ? await brokeredCurrencies(context) : () => false
  /**
   * `changedLedger` is the ledger of the work's latest change; null if the work never changed, or if the caller does not
   * need it.
   */
  return (offer: OfferRow, changedLedger: number | null = null): Offer => ({
    nft_offer_index: offer.id,
    owner: offer.owner,
    destination: offer.destination,
    amount: offer.amount,
    expiration: offer.expiration,
    flags: offer.isSell ? lsfSellNFToken : 0,
    problem: problemOf(offer, context, isBrokered, now),
    broker: offer.destination === null ? null : (context.settings.otherBrokers[offer.destination] ?? null),
    beforeChange: !offer.isSell && changedLedger !== null && isBeforeChange(offer, changedLedger),
  })
}

export async function offerViews(
  context: Context,
  offers: OfferRow[],
  now: Date,
  changedLedger: number | null = null,
): Promise<Offer[]> {
  const view = await offerViewer(context, offers, now)
  return offers.map((offer) => view(offer, changedLedger))
}
