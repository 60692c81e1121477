import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CartItem } from '#contract/schemas/cart.ts'
import { call } from '#web/api/call.ts'
import { type CartWork, useCart } from '#web/kit/cart/cart-store.ts'

/** Interval between checks of an open cart. */
const checkMs = 5000

const itemOf = ({ nftokenID, sellOfferIndex, expectedAmount, promoCode }: CartWork): CartItem => ({
  nftokenID,
  sellOfferIndex,
  expectedAmount,
  ...(promoCode === undefined ? {} : { promoCode }),
})

/** Returns the cart with the server's check, which is repeated while the cart is on screen. */
export function useCartCheck(account: string | null) {
  const works = useCart()
  const items = works.map(itemOf)
  const query = useQuery({
    queryKey: ['checkCart', account, items],
    queryFn: ({ signal }) => call('checkCart', { body: { items } }, { signal }),
    enabled: items.length > 0,
    staleTime: 0,
    refetchInterval: checkMs,
    placeholderData: keepPreviousData,
  })
  return { works, query }
}
