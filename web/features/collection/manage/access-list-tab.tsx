import { useQuery } from '@tanstack/react-query'
import { t } from '#web/messages.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { collectionQuery, privateInfoQuery } from '#web/kit/collections/queries.ts'
import { useSession } from '#web/wallet/session/session.ts'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { Redirect } from '#web/kit/redirect.tsx'
import { AccessListForm } from './access-list-form.tsx'
import type { ListKind } from './list-kinds.ts'

/**
 * The list of accounts that may or may not buy from the issuer. Only for the issuer; other viewers are redirected to
 * the items.
 */
export function AccessListTab({ id, kind }: { id: string; kind: ListKind }) {
  const { data: collection } = useQuery(collectionQuery(id))
  const session = useSession()
  const account = session.state === 'connected' ? session.account : null
  const isIssuer = account !== null && account === collection?.issuer
  const query = useQuery({ ...privateInfoQuery(account ?? '', id), enabled: isIssuer })
  if (collection !== undefined && session.state !== 'loading' && !isIssuer)
    return <Redirect to="/collection/$id/items" params={{ id }} replace />
  const skeleton = (
    <div>
      <LoadingNote subject={t('the list')} />
      <Skeleton height="3rem" />
      <Skeleton height="16rem" />
    </div>
  )
  if (account === null) return skeleton
  return (
    <QueryStates query={query} pending={skeleton}>
      {(details) => (
        <AccessListForm key={`${kind}:${account}`} kind={kind} collection={details} account={account} />
      )}
    </QueryStates>
  )
}
