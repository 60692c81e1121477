import { useQueryClient } from '@tanstack/react-query'
import { useLivePage } from '#web/kit/live/use-live-page.ts'
import { nftQuery } from '#web/kit/nfts/queries.ts'

/** Follows a work: its offers and its owner. */
export function LiveWork({ id }: { id: string }) {
  const client = useQueryClient()
  // An item that is minted on demand has no token yet, and no events.
  const topics = id.length === 64 ? [`work:${id}`] : []
  const { queryKey } = nftQuery(id)
  useLivePage(topics, () => [queryKey], { ledger: client.getQueryData(queryKey)?.ledgerIndex })
  return null
}
