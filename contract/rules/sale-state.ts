import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from './amounts.ts'
import { minimumOfferDrops } from './fees.ts'
import { beforeFee, bidLessFee, compareAmounts, isPositive, priceWithFee, sameCurrency } from './money.ts'
import type { Auction, Nft, Offer } from '#contract/schemas/nfts.ts'

export type SaleState =
  | { kind: 'auction'; auction: Auction }
  /**
   * `brokered`: the marketplace must match the offer (the fee is added on top); otherwise the viewer accepts it
   * directly.
   */
  | { kind: 'listed'; offer: Offer; brokered: boolean }
  | { kind: 'transfer'; offer: Offer; to: string }
  | { kind: 'not_listed' }

/**
 * True if the marketplace matches a listing. An offer to the marketplace counts only from 0.1 XRP up, so that spam is
 * never matched. A listing in a currency that is not brokered has the problem `currency_not_brokered`.
 */
export function isBrokeredListing(offer: Offer, marketplace: string): boolean {
  if (offer.destination !== marketplace) return false
  return isDrops(offer.amount) ? BigInt(offer.amount) >= minimumOfferDrops : isPositive(offer.amount)
}

/**
 * Returns the viewer's total price. For a brokered listing it includes the broker fee, so that prices are comparable.
 */
function costsViewer(offer: Offer, marketplace: string): Amount {
  return offer.destination === marketplace ? priceWithFee(offer.amount) : offer.amount
}

/**
 * Returns the sort key of an offer's currency: XRP first, then each issued currency separately, because prices in
 * different currencies cannot be compared.
 */
function currencyOrder({ amount }: Offer): string {
  return isDrops(amount) ? '' : `${amount.currency} ${amount.issuer}`
}

function isCheaper(a: Offer, b: Offer, marketplace: string): number {
  if (!sameCurrency(a.amount, b.amount)) return currencyOrder(a) < currencyOrder(b) ? -1 : 1
  const difference = compareAmounts(costsViewer(a, marketplace), costsViewer(b, marketplace))
  return difference !== 0 ? difference : a.nft_offer_index < b.nft_offer_index ? -1 : 1
}

/**
 * Returns the sale state of a token for one viewer from its offers: auction first, then the cheapest sell offer that
 * the viewer may accept (to everyone, to the viewer, or to the marketplace), then a transfer offer.
 */
export function saleState(
  nft: Pick<Nft, 'sellOffers' | 'onAuction'>,
  viewer: string | null,
  marketplace: string,
): SaleState {
  if (nft.onAuction !== null) return { kind: 'auction', auction: nft.onAuction }
  const takeable = nft.sellOffers.filter((offer) => offer.problem === null)
  const listings = takeable.filter(
    (offer) =>
      isPositive(offer.amount) &&
      (offer.destination === null || offer.destination === viewer || isBrokeredListing(offer, marketplace)),
  )
  const [main] = listings.toSorted((a, b) => isCheaper(a, b, marketplace))
  if (main !== undefined) return { kind: 'listed', offer: main, brokered: main.destination === marketplace }
  const gifts = takeable.filter((offer) => offer.amount === '0' && offer.destination !== marketplace)
  // The owner may have offered the work to several accounts. The offer that the viewer can accept counts.
  const transfer = gifts.find(({ destination }) => destination === null || destination === viewer) ?? gifts[0]
  if (transfer !== undefined)
    return { kind: 'transfer', offer: transfer, to: transfer.destination ?? 'Public' }
  return { kind: 'not_listed' }
}

/**
 * True if a bid counts as top bid: addressed to the marketplace, in the auction's currency, and at least the start
 * price after the 1 % fee.
 */
export function countsAsBid(bid: Offer, start: Amount, marketplace: string): boolean {
  return bid.destination === marketplace && bid.problem === null && reachesStart(bid.amount, start)
}

/** True if a bid after the fee is at least the start price, in its currency. */
export function reachesStart(bid: Amount, start: Amount): boolean {
  return sameCurrency(bid, start) && isPositive(bid) && compareAmounts(bidLessFee(bid), start) >= 0
}

/** Rounds a bid in XRP up to hundredths, so that it is easy to read and not too small. */
export const readableBid = (bid: Amount): Amount =>
  isDrops(bid) ? (((BigInt(bid) + 9_999n) / 10_000n) * 10_000n).toString() : bid

/** Returns the smallest bid that reaches a start price after the 1 % fee. */
export function smallestBid(start: Amount): Amount {
  if (!isDrops(start)) return beforeFee(start)
  let bid = (BigInt(start) * 100n) / 99n
  while (!reachesStart(bid.toString(), start)) bid += 1n
  return bid.toString()
}
