import type { NftPrice } from './nft-price.ts'

/** What the rows of a price are called: a listing's fee comes on top of it, a bid's is taken out of it. */
export function priceRowNames(
  { brokered, bid }: Pick<NftPrice, 'brokered' | 'bid'>,
  side: 'buyer' | 'seller',
) {
  const selling = side === 'seller'
  const inside = bid ? ', out of the bid' : selling ? ', paid by the buyer' : ''
  return {
    price: bid ? 'Bid' : 'Price',
    fee: brokered ? `Marketplace fee, 1 %${inside}` : 'Marketplace fee, none: a direct offer',
    buyer: selling
      ? bid
        ? 'The bidder pays'
        : 'A buyer pays'
      : bid
        ? 'You pay if it is taken'
        : 'Total you pay',
    seller: selling ? 'You get' : bid ? 'The owner gets' : 'The seller gets',
  }
}
