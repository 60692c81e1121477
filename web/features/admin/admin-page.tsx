import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { sentenceOf } from '#web/api/error.ts'
import { operationQuery } from '#web/api/queries.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { useSession } from '#web/features/wallet/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Message } from '#web/ui/message.tsx'
import page from '#web/ui/page.module.css'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import css from './admin.module.css'
import { OverviewSections } from './overview-sections.tsx'

const askAgainMs = 10_000

/** How the marketplace's own work stands; everyone but its owner goes home. */
export function AdminPage() {
  usePageTitle('Operations · OPX')
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

function Overview() {
  const query = useQuery({ ...operationQuery('getOverview', {}), staleTime: 0, refetchInterval: askAgainMs })
  if (query.data !== undefined) return <OverviewSections overview={query.data} />
  if (query.error !== null)
    return (
      <Message
        tone="error"
        title={sentenceOf(query.error)}
        action={<Button onClick={() => void query.refetch()}>Try Again</Button>}
      />
    )
  return (
    <div className={css.sections}>
      <LoadingNote what="how things stand" />
      <Skeleton height="8rem" />
      <Skeleton height="12rem" />
    </div>
  )
}
