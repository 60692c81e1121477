import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '#web/api/error.ts'
import { collectionQuery, privateInfoQuery } from '#web/kit/collections/queries.ts'
import { useSession } from '#web/wallet/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Message } from '#web/ui/message.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { Redirect } from '#web/kit/redirect.tsx'
import { AccessListForm } from './access-list-form.tsx'
import type { ListKind } from './list-kinds.ts'

/** Who may buy from the issuer, or may not: for the issuer alone; everyone else sees the items. */
export function AccessListTab({ id, kind }: { id: string; kind: ListKind }) {
  const { data: collection } = useQuery(collectionQuery(id))
  const session = useSession()
  const account = session.state === 'connected' ? session.account : null
  const isIssuer = account !== null && account === collection?.issuer
  const query = useQuery({ ...privateInfoQuery(account ?? '', id), enabled: isIssuer })
  if (collection !== undefined && session.state !== 'loading' && !isIssuer)
    return <Redirect to="/collection/$id/items" params={{ id }} replace />
  if (query.error !== null) {
    return (
      <Message
        tone="error"
        title={sentenceOf(query.error)}
        action={<Button onClick={() => void query.refetch()}>Try Again</Button>}
      />
    )
  }
  if (query.data === undefined || session.state !== 'connected') {
    return (
      <div>
        <LoadingNote what="the list" />
        <Skeleton height="3rem" />
        <Skeleton height="16rem" />
      </div>
    )
  }
  return (
    <AccessListForm
      key={`${kind}:${session.account}`}
      kind={kind}
      collection={query.data}
      session={session}
    />
  )
}
