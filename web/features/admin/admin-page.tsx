import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { ApiError, sentenceOf } from '#web/api/error.ts'
import { operationQuery } from '#web/api/queries.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { openConnect } from '#web/features/wallet/connect-prompt.ts'
import { disconnect, useSession } from '#web/features/wallet/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Message } from '#web/ui/message.tsx'
import page from '#web/ui/page.module.css'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { usePageMeta } from '#web/kit/use-page-meta.ts'
import css from './admin.module.css'
import { AuditSection } from './audit-section.tsx'
import { OverviewSections } from './overview-sections.tsx'

const askAgainMs = 10_000

/** How the marketplace's own work stands; everyone but its owner goes home. */
export function AdminPage() {
  usePageMeta({ title: 'Operations · OPX' })
  const session = useSession()
  const { owner } = useSettings()
  if (session.state === 'loading') return null
  if (session.state !== 'connected' || session.account !== owner) return <Navigate to="/" replace />
  return (
    <div className={page.wide}>
      <h1 className={css.title}>Operations</h1>
      <Overview />
    </div>
  )
}

/** Signing in once more, and back here. */
function ConnectAgain() {
  const navigate = useNavigate()
  const again = () => {
    disconnect()
    openConnect(() => void navigate({ to: '/admin' }))
  }
  return (
    <Button look="primary" onClick={again}>
      Connect again
    </Button>
  )
}

function Overview() {
  const { data, error, refetch } = useQuery({
    ...operationQuery('getOverview', {}),
    staleTime: 0,
    refetchInterval: askAgainMs,
  })
  const stale = error instanceof ApiError && error.code === 'sign_in_again'
  return (
    <>
      {error !== null && (
        <Message
          tone="error"
          title={sentenceOf(error)}
          action={stale ? <ConnectAgain /> : <Button onClick={() => void refetch()}>Try Again</Button>}
        />
      )}
      {data !== undefined && (
        <div className={css.sections}>
          <OverviewSections overview={data} />
          <AuditSection />
        </div>
      )}
      {data === undefined && error === null && (
        <div className={css.sections}>
          <LoadingNote what="how things stand" />
          <Skeleton height="8rem" />
          <Skeleton height="12rem" />
        </div>
      )}
    </>
  )
}
