import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DemandCard, NftCard } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'
import { collectionNftsQuery, collectionQuery } from '#web/kit/collections/queries.ts'
import { QueryError } from '#web/kit/query-states.tsx'
import { Redirect } from '#web/kit/redirect.tsx'
import { Message } from '#web/ui/message.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { useSession } from '#web/wallet/session/session.ts'
import { BatchForm } from '#web/wallet/selling/batch-form.tsx'
import css from '#web/wallet/selling/batch.module.css'
import type { OwnWork } from '#web/wallet/selling/own-work.ts'

/** Creates sell offers for many tokens. Only for the collection's issuer; other viewers are redirected to the items. */
export function CreateOfferTab({ id }: { id: string }) {
  const { data: collection } = useQuery(collectionQuery(id))
  const session = useSession()
  if (collection === undefined || session.state === 'loading') return <Waiting />
  if (session.state !== 'connected' || session.account !== collection.issuer)
    return <Redirect to="/collection/$id/items" params={{ id }} replace />
  return <OwnTokens id={id} account={session.account} floorDrops={collection.floorPriceDrops} />
}

interface OwnTokensProps {
  id: string
  account: string
  floorDrops: string | null
}

function OwnTokens({ id, account, floorDrops }: OwnTokensProps) {
  const { tokens, loading, complete, count, error, retry } = useOwnTokens(id, account, floorDrops)
  if (error !== null) return <QueryError error={error} retry={retry} />
  if (loading) return <Waiting />
  if (tokens.length === 0)
    return (
      <Message title={t('You hold no NFTs in this collection')}>
        {t('NFTs that you mint or get back appear here, and you can offer many of them for sale at once.')}
      </Message>
    )
  return (
    <BatchForm
      key={account}
      of={id}
      account={account}
      tokens={tokens}
      loading={
        complete || count === null
          ? null
          : t('{done, number} of {total, number}', { done: tokens.length, total: count })
      }
    />
  )
}

function Waiting() {
  return (
    <div className={css.waiting}>
      <LoadingNote subject={t('your NFTs')} />
      <Skeleton height="3rem" />
      <Skeleton height="4rem" />
      <Skeleton height="4rem" />
      <Skeleton height="4rem" />
    </div>
  )
}

const isToken = (card: NftCard | DemandCard): card is NftCard => card.nftokenID !== null

const workOf = (
  { nftokenID, name, image, priceDrops, issuedPrice, auction }: NftCard,
  floorDrops: string | null,
): OwnWork => ({
  nftokenID,
  name,
  image,
  listedAt: priceDrops ?? issuedPrice,
  onAuction: auction !== null,
  floorDrops,
})

/** Loads all pages of the tokens that an account owns in a collection. */
function useOwnTokens(collection: string, account: string, floorDrops: string | null) {
  const list = useInfiniteQuery(
    collectionNftsQuery({ query: { id: collection, owner: account, sort: 'unset', demand: 'false' } }),
  )
  const { hasNextPage, isFetching, fetchNextPage, error } = list
  useEffect(() => {
    if (hasNextPage && !isFetching && error === null) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage, error])
  return {
    tokens:
      list.data?.pages
        .flatMap(({ nfts }) => nfts)
        .filter(isToken)
        .map((card) => workOf(card, floorDrops)) ?? [],
    count: list.data?.pages[0]?.count ?? null,
    loading: list.isPending,
    complete: !hasNextPage,
    error,
    retry: () => void (list.data === undefined ? list.refetch() : fetchNextPage()),
  }
}
