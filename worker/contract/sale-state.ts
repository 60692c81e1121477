import { isDrops } from './amounts.ts'
import { bidProceeds, minimumOfferDrops } from './fees.ts'
import type { Auction, Nft, Offer } from './nfts.ts'

export type SaleState =
  | { kind: 'auction'; auction: Auction }
  /** `brokered`: the marketplace must match it (the fee comes on top); otherwise the viewer accepts it directly. */
  | { kind: 'listed'; offer: Offer; brokered: boolean }
  | { kind: 'transfer'; offer: Offer; to: string }
  | { kind: 'not_listed' }

/** A ledger offer to the marketplace counts as a listing only from 0.1 XRP up, so that spam is never matched. */
export function isBrokeredListing(offer: Offer, marketplace: string): boolean {
  return (
    offer.destination === marketplace && isDrops(offer.amount) && BigInt(offer.amount) >= minimumOfferDrops
  )
}

function drops(offer: Offer): bigint {
  return isDrops(offer.amount) ? BigInt(offer.amount) : 0n
}

/** What a viewer would pay for it in drops: a brokered listing carries the broker fee on top, so cheapest compares like with like. */
function costsViewer(offer: Offer, marketplace: string): bigint {
  const price = drops(offer)
  return offer.destination === marketplace ? price + price / 100n : price
}

/**
 * The sale state of a token for one viewer, from its offers (document 1 section 4): auction first, then the cheapest
 * sell offer that the viewer may take (to everyone, to the viewer, or to the marketplace), then a transfer offer.
 */
export function saleState(
  nft: Pick<Nft, 'sellOffers' | 'onAuction'>,
  viewer: string | null,
  marketplace: string,
): SaleState {
  if (nft.onAuction !== null) return { kind: 'auction', auction: nft.onAuction }
  const takeable = nft.sellOffers.filter((offer) => offer.problem === null && isDrops(offer.amount))
  const listings = takeable.filter(
    (offer) =>
      drops(offer) > 0n &&
      (offer.destination === null || offer.destination === viewer || isBrokeredListing(offer, marketplace)),
  )
  const [main] = listings.toSorted((a, b) => {
    const difference = costsViewer(a, marketplace) - costsViewer(b, marketplace)
    return difference < 0n ? -1 : difference > 0n ? 1 : a.nft_offer_index < b.nft_offer_index ? -1 : 1
  })
  if (main !== undefined) return { kind: 'listed', offer: main, brokered: main.destination === marketplace }
  const transfer = takeable.find((offer) => drops(offer) === 0n && offer.destination !== marketplace)
  if (transfer !== undefined)
    return { kind: 'transfer', offer: transfer, to: transfer.destination ?? 'Public' }
  return { kind: 'not_listed' }
}

/** A bid counts as top bid when addressed to the marketplace, in XRP, and worth the start price after the 1 % fee. */
export function countsAsBid(bid: Offer, startDrops: bigint, marketplace: string): boolean {
  return (
    bid.destination === marketplace &&
    bid.problem === null &&
    isDrops(bid.amount) &&
    bidProceeds(BigInt(bid.amount)) >= startDrops
  )
}
