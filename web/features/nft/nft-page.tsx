import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import type { Media } from '#contract/schemas/media.ts'
import type { DemandReply, NftReply } from '#contract/schemas/nfts.ts'
import { QueryError } from '#web/kit/query-states.tsx'
import { ApiError } from '#web/api/error.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { usePageMeta } from '#web/kit/use-page-meta.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './nft-page.module.css'
import type { NftSlots } from './nft-slots.ts'
import { NftSkeleton } from './nft-skeleton.tsx'
import { NftView } from './nft-view.tsx'
import { useIsLive } from '#web/kit/live/live-state.ts'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import { isToken, nftQuery } from '#web/kit/nfts/queries.ts'

const DemandView = lazyCode(async () => (await import('./demand-view.tsx')).DemandView)
const NftNotFound = lazyCode(async () => (await import('./nft-not-found.tsx')).NftNotFound)

/** True if a change of the work causes no event: the arrival of its metadata, or a reservation before it is minted. */
const changesSilently = (reply: NftReply | DemandReply | undefined) =>
  reply !== undefined && (!isToken(reply) || reply.nft.metadataState === 'pending')

interface NftPageProps {
  id: string
  slots: NftSlots
}

/** The page of one NFT. Refetches every few seconds without a live connection, and while changes cause no events. */
export function NftPage({ id, slots }: NftPageProps) {
  const isLive = useIsLive()
  const options = nftQuery(id)
  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) =>
      isLive && !changesSilently(state.data) ? false : options.refetchInterval(),
  })
  const settings = useSettings()
  const { data } = query
  const social = useMemo(
    () => data && (async () => (await import('./social-words.ts')).socialWords(data, settings)),
    [data, settings],
  )
  usePageMeta({
    title: query.data === undefined ? 'NFT · OPX' : `${nftTitle(query.data.nft)} · OPX`,
    social,
    image: socialPicture(query.data?.nft.metadata?.imageFile),
  })
  if (data !== undefined && isToken(data)) return <NftView reply={data} slots={slots} />
  if (data !== undefined) {
    return (
      <Suspense fallback={<NftSkeleton />}>
        <DemandView reply={data} DemandActions={slots.DemandActions} />
      </Suspense>
    )
  }
  if (query.error === null) return <NftSkeleton />
  if (isMissing(query.error)) {
    return (
      <Suspense fallback={<NftSkeleton />}>
        <NftNotFound />
      </Suspense>
    )
  }
  return (
    <div className={css.alone}>
      <QueryError error={query.error} retry={query.refetch} />
    </div>
  )
}

/** Returns the picture for link previews; adult content is omitted, because a preview cannot ask for consent. */
const socialPicture = (media: Media | null | undefined) => (media?.explicit === true ? null : media?.src)

function isMissing(error: Error): boolean {
  return error instanceof ApiError && [400, 404, 410, 422].includes(error.status)
}
