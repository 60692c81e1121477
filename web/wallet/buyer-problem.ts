import { useQuery } from '@tanstack/react-query'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import type { BuyerProblemReply } from '#contract/schemas/selling.ts'
import { call } from '#web/api/call.ts'
import { useAccount } from '#web/wallet/session/session.ts'

export type BuyerProblem = NonNullable<BuyerProblemReply['problem']>

/**
 * Returns the rule of a collection that prevents the connected account from buying from the issuer. `collectionID` is
 * null if no rules apply.
 */
export function useBuyerProblem(collectionID: string | null): BuyerProblem | null {
  const viewer = useAccount()
  const input = { query: { id: collectionID ?? '' } }
  const { data } = useQuery({
    queryKey: ['getBuyerProblem', input, viewer],
    queryFn: ({ signal }) => call('getBuyerProblem', input, { signal }),
    enabled: collectionID !== null && viewer !== null,
  })
  return data?.problem ?? null
}

/**
 * Returns the collection whose rules apply to a listing: the seller is its issuer, who has set rules. Null if no rules
 * apply.
 */
export function guardOf(
  { owner, issuer }: Pick<Nft, 'owner' | 'issuer'>,
  collection: CollectionInfo | null,
): string | null {
  if (collection === null || owner !== issuer) return null
  const { _id, whitelistEnabled, blacklistEnabled, promoCodeEnabled } = collection
  return whitelistEnabled || blacklistEnabled || promoCodeEnabled ? _id : null
}
