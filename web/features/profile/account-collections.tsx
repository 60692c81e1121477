import { useQuery } from '@tanstack/react-query'
import { t } from '#web/messages.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { CollectionCard } from '#web/kit/collections/collection-card.tsx'
import { CollectionsSkeleton } from '#web/kit/collections/collections-skeleton.tsx'
import layout from '#web/kit/lists/list-layout.module.css'
import hidden from '#web/ui/visually-hidden.module.css'
import { accountCollectionsQuery } from '#web/kit/accounts/queries.ts'

export function AccountCollections({ account }: { account: string }) {
  const query = useQuery(accountCollectionsQuery(account))
  return (
    <QueryStates query={query} pending={<CollectionsSkeleton />} empty={t('No Collections.')}>
      {(collections) => (
        <>
          <h2 className={hidden.hidden}>{t('Collections')}</h2>
          <ul className={layout.collections}>
            {collections.map((collection) => (
              <li key={collection._id}>
                <CollectionCard collection={collection} />
              </li>
            ))}
          </ul>
        </>
      )}
    </QueryStates>
  )
}
