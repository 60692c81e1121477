import { useQuery } from '@tanstack/react-query'
import { t } from '#web/messages.ts'
import { QueryError } from '#web/kit/query-states.tsx'
import { operationQuery } from '#web/api/queries.ts'
import { useHasOwnerPowers } from '#web/api/use-settings.ts'
import { useSession } from '#web/wallet/session/session.ts'
import page from '#web/ui/page.module.css'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { Redirect } from '#web/kit/redirect.tsx'
import css from './admin.module.css'
import { AuditSection } from './audit-section.tsx'
import { OverviewSections } from './overview-sections.tsx'
import { roomQuery, RoomSection } from './room-section.tsx'

const refetchMs = 10_000

/** The operations page. Everyone but the marketplace owner is redirected to the home page. */
export function AdminPage() {
  const session = useSession()
  const isOwner = useHasOwnerPowers(session.state === 'connected' ? session.account : null)
  if (session.state === 'loading') return null
  if (!isOwner) return <Redirect to="/" replace />
  return (
    <div className={page.wide}>
      <h1 className={css.title}>{t('Operations')}</h1>
      <Overview />
    </div>
  )
}

function Overview() {
  const { data, error, refetch } = useQuery({
    ...operationQuery('getOverview', {}),
    staleTime: 0,
    // Without data, a refetch would hide the error and its button for a moment.
    refetchInterval: ({ state }) => (state.data === undefined ? false : refetchMs),
  })
  // Shown once the form below has its data, so that nothing moves.
  const room = useQuery(roomQuery)
  return (
    <>
      {error !== null && <QueryError error={error} retry={refetch} />}
      {data !== undefined && !room.isLoading && (
        <div className={css.sections}>
          <OverviewSections overview={data} />
          <RoomSection />
          <AuditSection />
        </div>
      )}
      {(data === undefined || room.isLoading) && error === null && (
        <div className={css.sections}>
          <LoadingNote subject={t('how things stand')} />
          <Skeleton height="8rem" />
          <Skeleton height="12rem" />
        </div>
      )}
    </>
  )
}
