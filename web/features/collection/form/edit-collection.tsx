import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#web/messages.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { ApiError } from '#web/api/error.ts'
import { collectionQuery, privateInfoQuery } from '#web/kit/collections/queries.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { announce } from '#web/ui/toasts.ts'
import { Redirect } from '#web/kit/redirect.tsx'
import { CollectionForm } from './collection-form.tsx'
import css from './collection-form.module.css'

/** The page `/create/edit_collection/{id}`. Loads the private details first. */
export function EditCollection({ id }: { id: string }) {
  const account = useAccount()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [isSaved, setSaved] = useState(false)
  const collection = useQuery({ ...collectionQuery(id), enabled: account !== null && !isSaved })
  const isIssuer = account !== null && collection.data?.issuer === account
  const details = useQuery({ ...privateInfoQuery(account ?? '', id), enabled: isIssuer && !isSaved })
  // Only the issuer may fetch the private details. Until the issuer is known, only errors of the public call matter.
  const query = isIssuer ? details : { data: undefined, error: collection.error, refetch: collection.refetch }
  if (account === null || isSaved) return null
  if (collection.data !== undefined && !isIssuer)
    return <Redirect to="/collection/$id/items" params={{ id }} replace />
  if (query.error instanceof ApiError && query.error.code === 'forbidden')
    return <Redirect to="/collection/$id/items" params={{ id }} replace />
  return (
    <div className={css.page}>
      <h1 className={css.title}>{t('Edit your collection')}</h1>
      <QueryStates query={query} pending={<FormSkeleton />}>
        {(details) => (
          <CollectionForm
            key={`${account}:${id}`}
            account={account}
            collection={details}
            onSaved={async () => {
              setSaved(true)
              queryClient.removeQueries({ queryKey: privateInfoQuery(account, id).queryKey })
              await queryClient.invalidateQueries({ queryKey: collectionQuery(id).queryKey })
              announce({ title: t('Changes have been saved'), tone: 'good' })
              void navigate({ to: '/collection/$id/items', params: { id } })
            }}
          />
        )}
      </QueryStates>
    </div>
  )
}

function FormSkeleton() {
  return (
    <div className={css.form}>
      <LoadingNote subject={t('the collection')} />
      <Skeleton width="100%" height="14rem" />
      <Skeleton width="100%" height="3rem" />
      <Skeleton width="100%" height="8rem" />
    </div>
  )
}
