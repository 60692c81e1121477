import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useMemo } from 'react'
import type { CollectionReply } from '#contract/schemas/collection-info.ts'
import { t } from '#web/messages.ts'
import { QueryError } from '#web/kit/query-states.tsx'
import { ApiError } from '#web/api/error.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import page from '#web/ui/page.module.css'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import hidden from '#web/ui/visually-hidden.module.css'
import { usePageMeta } from '#web/kit/use-page-meta.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { CollectionHeader } from './collection-header.tsx'
import { LinkTabs, linkTab } from '#web/ui/link-tabs.tsx'
import css from './collection-page.module.css'
import random from './random/random-buy.module.css'
import { collectionQuery } from '#web/kit/collections/queries.ts'
import { EditionsSection } from '#web/kit/editions/editions-section.tsx'

const CollectionNotFound = lazyCode(
  async () => (await import('./collection-not-found.tsx')).CollectionNotFound,
)
const RandomBuy = lazyCode(async () => (await import('./random/random-buy.tsx')).RandomBuy)

/** A collection's header and tabs. Its sub-routes render the content. */
export function CollectionPage({ id, children }: { id: string; children: ReactNode }) {
  const query = useQuery(collectionQuery(id))
  const { data } = query
  const social = useMemo(
    () => data && (async () => (await import('./social-title.ts')).socialTitle(data)),
    [data],
  )
  usePageMeta({
    title: query.data === undefined ? `${t('Collection')} · OPX` : `${query.data.name} · OPX`,
    social,
    image: query.data?.thumbnail?.src,
  })
  if (query.data === undefined && query.error !== null)
    return <Unavailable error={query.error} retry={query.refetch} />
  return (
    <div className={page.wide}>
      {query.data === undefined ? <HeaderSkeleton /> : <CollectionHeader collection={query.data} />}
      {query.data?.random === true && (
        <Suspense fallback={<div className={random.place} />}>
          <RandomBuy collection={query.data} />
        </Suspense>
      )}
      {query.data?.onDemandMint === true && !query.data.random && <EditionsSection collection={id} />}
      <Tabs id={id} collection={query.data} />
      {children}
    </div>
  )
}

function Tabs({ id, collection }: { id: string; collection: CollectionReply | undefined }) {
  const viewer = useAccount()
  const isIssuer = viewer !== null && viewer === collection?.issuer
  const isShared = collection?.onDemandMint === true && (collection.split !== null || isIssuer)
  return (
    <LinkTabs label={t('Collection')}>
      <Link
        to="/collection/$id/items"
        params={{ id }}
        className={linkTab}
        activeOptions={{ includeSearch: false }}
      >
        {t('Items')}
      </Link>
      <Link to="/collection/$id/activity" params={{ id }} className={linkTab}>
        {t('Activity')}
      </Link>
      <Link
        to="/collection/$id/analytics"
        params={{ id }}
        className={linkTab}
        activeOptions={{ includeSearch: false }}
      >
        {t('Analytics')}
      </Link>
      <Link to="/collection/$id/bids" params={{ id }} className={linkTab}>
        {t('Bids')}
      </Link>
      <Link to="/collection/$id/owners" params={{ id }} className={linkTab}>
        {t('Owners')}
      </Link>
      {collection?.random === true && (
        // Loads a new document, because only that page's document may connect to nodes that the visitor chooses.
        <Link to="/collection/$id/draws" params={{ id }} className={linkTab} reloadDocument>
          {t('Draws')}
        </Link>
      )}
      {isShared && (
        <Link to="/collection/$id/revenue" params={{ id }} className={linkTab}>
          {t('Revenue')}
        </Link>
      )}
      {isIssuer && (
        <>
          <Link to="/collection/$id/create_offer" params={{ id }} className={linkTab}>
            {t('Create Offers')}
          </Link>
          <Link to="/collection/$id/whitelist" params={{ id }} className={linkTab}>
            {t('Whitelist')}
          </Link>
          <Link to="/collection/$id/blacklist" params={{ id }} className={linkTab}>
            {t('Blacklist')}
          </Link>
        </>
      )}
    </LinkTabs>
  )
}

function Unavailable({ error, retry }: { error: Error; retry: () => unknown }) {
  const isMissing = error instanceof ApiError && [400, 404, 422].includes(error.status)
  if (isMissing)
    return (
      <Suspense fallback={null}>
        <CollectionNotFound />
      </Suspense>
    )
  return (
    <div className={css.alone}>
      <QueryError error={error} retry={retry} />
    </div>
  )
}

function HeaderSkeleton() {
  return (
    <div className={css.header}>
      <h1 className={hidden.hidden}>{t('Collection')}</h1>
      <LoadingNote subject={t('the collection')} />
      <div className={css.cover} />
      <div className={css.words}>
        <Skeleton width="50%" height="3.5rem" />
        <Skeleton width="80%" height="3rem" />
        <Skeleton width="100%" height="4rem" />
      </div>
    </div>
  )
}
