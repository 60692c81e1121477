import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, sentenceOf } from '#web/api/error.ts'
import { collectionQuery, privateInfoQuery } from '#web/kit/collections/queries.ts'
import { useSession } from '#web/wallet/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Message } from '#web/ui/message.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { announce } from '#web/ui/toasts.ts'
import { usePageMeta } from '#web/kit/use-page-meta.ts'
import { Redirect } from '#web/kit/redirect.tsx'
import { CollectionForm } from './collection-form.tsx'
import css from './collection-form.module.css'

/** `/create/edit_collection/{id}`: the private details are loaded first. */
export function EditCollection({ id }: { id: string }) {
  usePageMeta({ title: 'Edit your collection · OPX' })
  const session = useSession()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [saved, setSaved] = useState(false)
  const account = session.state === 'connected' ? session.account : null
  const collection = useQuery({ ...collectionQuery(id), enabled: account !== null && !saved })
  const isIssuer = account !== null && collection.data?.issuer === account
  const details = useQuery({ ...privateInfoQuery(account ?? '', id), enabled: isIssuer && !saved })
  // What is wrong is told by whichever is asked now: the private details are asked for by their issuer only.
  const query = isIssuer ? details : { data: undefined, error: collection.error, refetch: collection.refetch }
  if (session.state !== 'connected' || saved) return null
  if (collection.data !== undefined && !isIssuer)
    return <Redirect to="/collection/$id/items" params={{ id }} replace />
  if (query.error instanceof ApiError && query.error.code === 'forbidden')
    return <Redirect to="/collection/$id/items" params={{ id }} replace />
  return (
    <div className={css.page}>
      <h1 className={css.title}>Edit your collection</h1>
      {query.data !== undefined ? (
        <CollectionForm
          key={`${session.account}:${id}`}
          session={session}
          collection={query.data}
          onSaved={async () => {
            setSaved(true)
            queryClient.removeQueries({ queryKey: privateInfoQuery(session.account, id).queryKey })
            await queryClient.invalidateQueries({ queryKey: collectionQuery(id).queryKey })
            announce({ title: 'Changes have been saved', tone: 'good' })
            void navigate({ to: '/collection/$id/items', params: { id } })
          }}
        />
      ) : query.error === null ? (
        <div className={css.form}>
          <LoadingNote what="the collection" />
          <Skeleton width="100%" height="14rem" />
          <Skeleton width="100%" height="3rem" />
          <Skeleton width="100%" height="8rem" />
        </div>
      ) : (
        <Message
          tone="error"
          title={sentenceOf(query.error)}
          action={<Button onClick={() => void query.refetch()}>Try Again</Button>}
        />
      )}
    </div>
  )
}
