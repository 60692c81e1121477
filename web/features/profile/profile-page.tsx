import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { shortenAddress } from '#worker/contract/accounts.ts'
import { QueryError } from '#web/kit/query-states.tsx'
import { ApiError } from '#web/api/error.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import page from '#web/ui/page.module.css'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { usePageMeta } from '#web/kit/use-page-meta.ts'
import { ProfileHeader } from './profile-header.tsx'
import tabs from '#web/ui/link-tabs.module.css'
import { Redirect } from '#web/kit/redirect.tsx'
import css from './profile-page.module.css'
import { profileQuery } from '#web/kit/accounts/queries.ts'

const PayoutsPanel = lazy(async () => ({
  default: (await import('./payouts/payouts-panel.tsx')).PayoutsPanel,
}))

/** An account's head and tabs; its sub-routes fill the rest. */
export function ProfilePage({ account, children }: { account: string; children: ReactNode }) {
  const viewer = useAccount()
  const query = useQuery(profileQuery(account))
  usePageMeta({
    title: `${query.data?.profile?.name ?? shortenAddress(account)} · OPX`,
    image: query.data?.profile?.avatar?.src,
  })
  // The pattern fits, but the checksum does not hold: it is nobody's address.
  if (query.error instanceof ApiError && query.error.code === 'validation_failed')
    return <Redirect to="/" replace />
  // An X-address shows the account that it names.
  if (query.data !== undefined && query.data.account !== account)
    return <Redirect to="/account/$account/profile" params={{ account: query.data.account }} replace />
  const failure = query.error ?? query.failureReason
  if (query.data === undefined && failure === null) {
    return (
      <div className={page.wide}>
        <HeaderSkeleton />
      </div>
    )
  }
  const tab = { params: { account }, className: tabs.tab }
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
      <nav aria-label="Account" className={tabs.tabs}>
        {query.data?.profile?.role === 'Artist' && (
          <Link to="/account/$account/profile/collections" {...tab}>
            Collections
          </Link>
        )}
        <Link to="/account/$account/profile/nfts" {...tab}>
          Owned NFTs
        </Link>
        <Link to="/account/$account/profile/offers" {...tab}>
          Offer
        </Link>
        <Link to="/account/$account/profile/history" {...tab}>
          History
        </Link>
      </nav>
      <div className={css.content}>{children}</div>
    </div>
  )
}

/** The profile cannot be read now; what the account holds, offers and did comes from other calls and is shown below. */
function Unknown({ account, error, retry }: { account: string; error: Error | null; retry: () => unknown }) {
  return (
    <header className={css.header}>
      <h1 className={css.name}>{shortenAddress(account)}</h1>
      <QueryError error={error} retry={retry}>
        <p>The profile could not be loaded. NFTs, offers and history are below.</p>
      </QueryError>
    </header>
  )
}

function HeaderSkeleton() {
  return (
    <div className={css.header}>
      <LoadingNote what="the account" />
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
