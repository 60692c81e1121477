import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { classicAddressPattern } from '#contract/rules/ledger.ts'
import {
  accountCollectionsQuery,
  accountHistoryQuery,
  accountNftsQuery,
  accountOffersQuery,
  profileQuery,
} from '#web/kit/accounts/queries.ts'
import { useLivePage } from '#web/kit/live/use-live-page.ts'

/** Maximum number of pages of owned NFTs that are refetched live, because each page is a call to a ledger server. */
const maxPages = 2

/** Keeps an account's page up to date: header, holdings, offers, history and collections. */
export function useLiveProfile(account: string): void {
  const client = useQueryClient()
  // Events are published under the classic address, to which an X-address is redirected.
  const topics = classicAddressPattern.test(account) ? [`account:${account}`, `artist:${account}`] : []
  useLivePage(topics, () => {
    const nftsKey = accountNftsQuery(account).queryKey
    const pages = client.getQueryData<InfiniteData<unknown>>(nftsKey)?.pages.length ?? 0
    return [
      profileQuery(account).queryKey,
      accountOffersQuery(account).queryKey,
      accountHistoryQuery(account).queryKey,
      accountCollectionsQuery(account).queryKey,
      ...(pages <= maxPages ? [nftsKey] : []),
    ]
  })
}
