import { m } from '#web/messages.ts'
import type { NftPrice } from './nft-price.ts'

/** Labels of the price rows; null for omitted rows. */
export function priceRowNames(
  { brokered, form }: Pick<NftPrice, 'brokered' | 'form'>,
  side: 'buyer' | 'seller',
) {
  const selling = side === 'seller'
  if (form === 'auction') {
    return {
      price: m.kit_price_row_names_start_price,
      fee: null,
      buyer: null,
      seller: m.kit_price_row_names_you_get_at_least,
    }
  }
  const bid = form === 'bid'
  const feeName = bid
    ? m.kit_price_row_names_fee_of_bid
    : selling
      ? m.kit_price_row_names_fee_of_buyer
      : m.kit_price_row_names_fee
  return {
    price: bid ? m.kit_price_row_names_bid : m.common_price,
    fee: brokered ? feeName : m.kit_price_row_names_marketplace_fee_none_direct,
    buyer: selling
      ? bid
        ? m.kit_price_row_names_the_bidder_pays
        : m.kit_price_row_names_a_buyer_pays
      : bid
        ? m.kit_price_row_names_you_pay_if_accepted
        : m.kit_price_row_names_total_you_pay,
    seller: selling
      ? m.kit_price_row_names_you_get
      : bid
        ? m.kit_price_row_names_the_owner_gets
        : m.kit_price_row_names_the_seller_gets,
  }
}
