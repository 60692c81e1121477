import { t } from '#web/messages.ts'
import type { NftPrice } from './nft-price.ts'

/** Labels of the price rows; null for omitted rows. */
export function priceRowNames(
  { brokered, form }: Pick<NftPrice, 'brokered' | 'form'>,
  side: 'buyer' | 'seller',
) {
  const selling = side === 'seller'
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
    ? t('Marketplace fee, 1 %, out of the bid')
    : selling
      ? t('Marketplace fee, 1 %, paid by the buyer')
      : t('Marketplace fee, 1 %')
  return {
    price: bid ? t('Bid') : t('Price'),
    fee: brokered ? feeName : t('Marketplace fee, none: a direct offer'),
    buyer: selling
      ? bid
        ? t('The bidder pays')
        : t('A buyer pays')
      : bid
        ? t('You pay if accepted')
        : t('Total you pay'),
    seller: selling
      ? t('You get')
      : bid
        ? t('The owner gets')
        : t('The seller gets', { context: 'row of a price' }),
  }
}
