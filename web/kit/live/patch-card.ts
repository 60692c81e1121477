import type { MarketEvent } from '#contract/schemas/events.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { compareAmounts, sameCurrency } from '#contract/rules/money.ts'
import type { DemandCard, NftCard } from '#contract/schemas/nfts.ts'

type Card = NftCard | DemandCard

/** Returns a card after an event of its work, so that the card changes in place and the list is not refetched. */
export function patchCard<C extends Card>(card: C, event: MarketEvent): C {
  if (event.nft === null || card.nftokenID !== event.nft) return card
  switch (event.kind) {
    case 'listed':
      return withPrice(card, event, true)
    case 'price_changed':
      return withPrice(card, event, false)
    case 'listing_cancelled':
      return isPriceOf(card, event) ? { ...card, priceDrops: null, issuedPrice: null } : card
    case 'sold':
    case 'auction_settled':
    case 'transferred':
      return {
        ...card,
        owner: event.buyer ?? card.owner,
        priceDrops: null,
        issuedPrice: null,
        auction: null,
        lastSale: event.kind === 'transferred' ? card.lastSale : event.amount,
      }
    case 'auction_begun':
      return withAuction(card, event)
    case 'auction_extended':
      return card.auction === null || event.endsAt === null
        ? card
        : { ...card, auction: { ...card.auction, endsAt: event.endsAt } }
    case 'auction_cancelled':
      return { ...card, auction: null }
    case 'bid':
      return withBid(card, event)
    default:
      return card
  }
}

const isPriceOf = ({ priceDrops, issuedPrice }: Card, { amount }: MarketEvent): boolean =>
  JSON.stringify(priceDrops ?? issuedPrice) === JSON.stringify(amount)

/** Applies a new listing (`isMore`) or a changed one. The card shows the cheapest, and XRP prices before others. */
function withPrice<C extends Card>(card: C, { amount }: MarketEvent, isMore: boolean): C {
  if (amount === null || card.auction !== null) return card
  const { priceDrops } = card
  if (!isDrops(amount)) return priceDrops === null ? { ...card, issuedPrice: amount } : card
  if (isMore && priceDrops !== null && BigInt(priceDrops) <= BigInt(amount)) return card
  return { ...card, priceDrops: amount, issuedPrice: null }
}

function withAuction<C extends Card>(card: C, { offer, amount, endsAt }: MarketEvent): C {
  if (offer === null || amount === null || endsAt === null) return card
  return {
    ...card,
    priceDrops: null,
    issuedPrice: null,
    auction: { offerIndex: offer, startAmount: amount, topBid: null, endsAt, extends: false },
  }
}

/** Applies a funded bid that is higher than the top bid. The card shows it, but the auction decides the winner. */
function withBid<C extends Card>(card: C, { offer, amount, buyer, funded }: MarketEvent): C {
  const { auction } = card
  if (auction === null || offer === null || amount === null || buyer === null || !funded) return card
  const toBeat = auction.topBid?.amount ?? auction.startAmount
  if (!sameCurrency(amount, toBeat)) return card
  const order = compareAmounts(amount, toBeat)
  if (order < 0 || (order === 0 && auction.topBid !== null)) return card
  const topBid = {
    nft_offer_index: offer,
    owner: buyer,
    destination: null,
    amount,
    expiration: null,
    flags: 0,
    problem: null,
    broker: null,
    beforeChange: false,
  }
  return { ...card, auction: { ...auction, topBid } }
}
