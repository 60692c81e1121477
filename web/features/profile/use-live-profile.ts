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

/** Longer lists of holdings are not read again while they are open, because each page is a call to a ledger server. */
const maxPages = 2

/** The pages of an account: header, holdings, offers, history and collections. */
export function useLiveProfile(account: string): void {
  const client = useQueryClient()
  // An X-address is redirected to its classic address, under which events are.
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
