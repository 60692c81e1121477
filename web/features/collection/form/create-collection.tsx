import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#web/messages.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { announce } from '#web/ui/toasts.ts'
import { CollectionForm } from './collection-form.tsx'
import css from './collection-form.module.css'

interface CreateCollectionProps {
  /** True if on-demand minting, which editions use as well, is selected initially. */
  onDemand: boolean
}

/** The page `/create/collection`. */
export function CreateCollection({ onDemand }: CreateCollectionProps) {
  const account = useAccount()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  // Once saved, the form renders nothing until the navigation is done.
  const [isSaved, setSaved] = useState(false)
  if (account === null || isSaved) return null
  return (
    <div className={css.page}>
      <h1 className={css.title}>{t('Create a collection')}</h1>
      <CollectionForm
        key={account}
        account={account}
        collection={null}
        onDemand={onDemand}
        onSaved={(id, { name }) => {
          setSaved(true)
          announce({
            title: t('Request completed successfully'),
            text: t('{name} is created.', { name: name.trim() }),
            tone: 'good',
          })
          void queryClient.invalidateQueries({ queryKey: ['getAccountCollections'] })
          void navigate({ to: '/collection/$id/items', params: { id } })
        }}
      />
    </div>
  )
}
