import type { NftPrice } from './nft-price.ts'

/** Labels of the price rows; null for omitted rows. */
export function priceRowNames(
  { brokered, form }: Pick<NftPrice, 'brokered' | 'form'>,
  side: 'buyer' | 'seller',
) {
  const selling = side === 'seller'
  if (form === 'auction') {
    return { price: 'Start price', fee: null, buyer: null, seller: 'You get at least' }
  }
  const bid = form === 'bid'
  const inside = bid ? ', out of the bid' : selling ? ', paid by the buyer' : ''
  return {
    price: bid ? 'Bid' : 'Price',
    fee: brokered ? `Marketplace fee, 1 %${inside}` : 'Marketplace fee, none: a direct offer',
    buyer: selling
      ? bid
        ? 'The bidder pays'
        : 'A buyer pays'
      : bid
        ? 'You pay if accepted'
        : 'Total you pay',
    seller: selling ? 'You get' : bid ? 'The owner gets' : 'The seller gets',
  }
}
