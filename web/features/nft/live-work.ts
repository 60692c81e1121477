import { useQueryClient } from '@tanstack/react-query'
import { useLivePage } from '#web/kit/live/use-live-page.ts'
import { nftQuery } from '#web/kit/nfts/queries.ts'

/** Subscribes to a work's offers and owner. */
export function LiveWork({ id }: { id: string }) {
  const client = useQueryClient()
  // An on-demand item that is not minted yet has no events.
  const topics = id.length === 64 ? [`work:${id}`] : []
  const { queryKey } = nftQuery(id)
  useLivePage(topics, () => [queryKey], { ledger: client.getQueryData(queryKey)?.ledgerIndex })
  return null
}
