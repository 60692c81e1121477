import { useQuery } from '@tanstack/react-query'
import type { CartItem } from '#contract/schemas/cart.ts'
import { itemsInput, type ItemsSearch } from '#contract/rules/list-addresses.ts'
import type { DemandCard, NftCard } from '#contract/schemas/nfts.ts'
import { call } from '#web/api/call.ts'
import { maxInCart } from '#web/kit/cart/cart-store.ts'
import { nextPage, type PageParam } from '#web/kit/lists/next-page.ts'

/** Interval between searches for the cheapest works while the dialog is open. */
const lookMs = 10_000

const itemOf = (card: NftCard | DemandCard): CartItem[] =>
  card.nftokenID === null || card.priceDrops === null
    ? []
    : [{ nftokenID: card.nftokenID, sellOfferIndex: null, expectedAmount: card.priceDrops }]

/** Returns the cheapest XRP listings under the filters, up to the capacity of a cart. */
async function cheapestItems(id: string, search: ItemsSearch, signal: AbortSignal): Promise<CartItem[]> {
  const { query } = itemsInput(id, { ...search, sort: 'price_inc', buyable: 'true' })
  const cartItems: CartItem[] = []
  let place: PageParam | undefined = {}
  while (place !== undefined && cartItems.length < maxInCart) {
    const pageParam: PageParam = place
    const page = await call(
      'getCollectionNfts',
      { query: { ...query, demand: query.demand ?? 'false', ...pageParam } },
      { signal },
    )
    const items = page.nfts.flatMap(itemOf)
    cartItems.push(...items)
    // Stop at works priced in other currencies: the list sorts them after all XRP prices.
    place = items.length < page.nfts.length ? undefined : nextPage(page, null, pageParam)
  }
  return cartItems.slice(0, maxInCart)
}

/** Returns the cheapest works of a collection under the active filters, with their current prices. */
export function useSweep(account: string | null, id: string, search: ItemsSearch) {
  return useQuery({
    queryKey: ['sweep', account, id, search],
    queryFn: async ({ signal }) => {
      const items = await cheapestItems(id, search, signal)
      return items.length === 0 ? [] : (await call('checkCart', { body: { items } }, { signal })).items
    },
    staleTime: 0,
    refetchInterval: lookMs,
  })
}
