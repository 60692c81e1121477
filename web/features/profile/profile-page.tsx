import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { shortenAddress } from '#contract/rules/accounts.ts'
import type { ProfileReply } from '#contract/schemas/profiles.ts'
import { profileSocialTitle } from '#contract/words/page-titles.ts'
import { t } from '#web/messages.ts'
import { QueryError } from '#web/kit/query-states.tsx'
import { ApiError } from '#web/api/error.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import page from '#web/ui/page.module.css'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { usePageMeta } from '#web/kit/use-page-meta.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { ProfileHeader } from './profile-header.tsx'
import { LinkTabs, linkTab } from '#web/ui/link-tabs.tsx'
import { Redirect } from '#web/kit/redirect.tsx'
import css from './profile-page.module.css'
import { accountCollectionsQuery, profileQuery } from '#web/kit/accounts/queries.ts'

const PayoutsPanel = lazyCode(async () => (await import('./payouts/payouts-panel.tsx')).PayoutsPanel)

function useProfileMeta(account: string, reply: ProfileReply | undefined) {
  usePageMeta({
    title: `${reply?.people?.[account]?.name ?? shortenAddress(account)} · OPX`,
    social: reply && profileSocialTitle(reply),
    image: reply?.profile?.avatar?.src,
  })
}

/** An account's header and tabs. Its sub-routes render the content. */
export function ProfilePage({ account, children }: { account: string; children: ReactNode }) {
  const viewer = useAccount()
  const query = useQuery(profileQuery(account))
  // The tab is shown for artists. An account without a profile can still open its own collections.
  const ownCollections = useQuery({ ...accountCollectionsQuery(account), enabled: viewer === account })
  useProfileMeta(account, query.data)
  // The address has the right form but a wrong checksum, so it does not exist.
  if (query.error instanceof ApiError && query.error.code === 'validation_failed')
    return <Redirect to="/" replace />
  // An X-address redirects to its classic address.
  if (query.data !== undefined && query.data.account !== account)
    return <Redirect to="/account/$account/profile" params={{ account: query.data.account }} replace />
  const failure = query.error ?? query.failureReason
  const hasOwn = (ownCollections.data?.length ?? 0) > 0
  if (query.data === undefined && failure === null) {
    return (
      <div className={page.wide}>
        <HeaderSkeleton />
      </div>
    )
  }
  const tab = { params: { account }, className: linkTab }
  const isArtist = query.data?.profile?.role === 'Artist'
  const collections = (
    <Link to="/account/$account/profile/collections" {...tab}>
      {t('Collections')}
    </Link>
  )
  return (
    <div className={page.wide}>
      {query.data === undefined ? (
        <Unknown account={account} error={failure} retry={query.refetch} />
      ) : (
        <ProfileHeader account={account} viewer={viewer} reply={query.data} />
      )}
      {viewer === account && (
        <Suspense fallback={null}>
          <PayoutsPanel account={account} />
        </Suspense>
      )}
      <LinkTabs label={t('Account')}>
        {isArtist && collections}
        <Link to="/account/$account/profile/nfts" {...tab}>
          {t('Owned NFTs')}
        </Link>
        <Link to="/account/$account/profile/offers" {...tab}>
          {t('Offer')}
        </Link>
        <Link to="/account/$account/profile/history" {...tab}>
          {t('History')}
        </Link>
        <Link to="/account/$account/profile/portfolio" {...tab}>
          {t('Portfolio')}
        </Link>
        {/* Last, so that the other tabs do not move when it appears. */}
        {!isArtist && hasOwn && collections}
      </LinkTabs>
      <div className={css.content}>{children}</div>
    </div>
  )
}

/** Shown if the profile could not be loaded. The tabs below use other calls and stay usable. */
function Unknown({ account, error, retry }: { account: string; error: Error | null; retry: () => unknown }) {
  return (
    <header className={`${css.header} ${css.unknown}`}>
      <h1 className={css.name}>{shortenAddress(account)}</h1>
      <QueryError error={error} retry={retry}>
        <p>{t('The profile could not be loaded. Everything else is below.')}</p>
      </QueryError>
    </header>
  )
}

function HeaderSkeleton() {
  return (
    <div className={css.header}>
      <LoadingNote subject={t('the account')} />
      <div className={css.background} />
      <div className={css.identity}>
        <div className={css.avatar} />
        <div className={css.words}>
          <Skeleton width="16rem" height="3rem" />
          <Skeleton width="12rem" height="1.25rem" />
        </div>
      </div>
      <Skeleton width="100%" height="4rem" />
    </div>
  )
}
