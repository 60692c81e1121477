import { t } from '#web/messages.ts'
import type { NftPrice } from './nft-price.ts'

/** Returns the labels of the price rows; null for omitted rows. */
export function priceRowNames(
  { brokered, form, inAuction }: Pick<NftPrice, 'brokered' | 'form' | 'inAuction'>,
  side: 'buyer' | 'seller',
) {
  const isSeller = side === 'seller'
  if (form === 'auction') {
    return {
      price: t('Start price'),
      fee: null,
      buyer: null,
      seller: t('You get at least'),
    }
  }
  const bid = form === 'bid'
  const feeName = bid
    ? t('Fee (1 %), paid by the seller')
    : isSeller
      ? t('Fee (1 %), paid by the buyer')
      : t('Marketplace fee (1 %)')
  return {
    price: bid ? t('Bid') : t('Price'),
    fee: brokered ? feeName : t('No marketplace fee'),
    buyer: isSeller
      ? bid
        ? t('The bidder pays')
        : t('A buyer pays')
      : bid
        ? inAuction
          ? t('You pay if you win')
          : t('You pay if accepted')
        : t('Total you pay'),
    seller: isSeller
      ? t('You get')
      : bid
        ? t('The owner gets')
        : t('The seller gets', { context: 'row of a price' }),
  }
}
