import { useQuery } from '@tanstack/react-query'
import { CollectionCard } from '#web/features/collections/collection-card.tsx'
import { CollectionsSkeleton } from '#web/features/collections/collections-skeleton.tsx'
import layout from '#web/features/lists/list-layout.module.css'
import hidden from '#web/ui/visually-hidden.module.css'
import { accountCollectionsQuery } from './queries.ts'
import { QueryList } from './query-list.tsx'

export function AccountCollections({ account }: { account: string }) {
  const query = useQuery(accountCollectionsQuery(account))
  return (
    <QueryList query={query} items={query.data} skeleton={<CollectionsSkeleton />} empty="No Collections.">
      {(collections) => (
        <>
          <h2 className={hidden.hidden}>Collections</h2>
          <ul className={layout.collections}>
            {collections.map((collection) => (
              <li key={collection._id}>
                <CollectionCard collection={collection} />
              </li>
            ))}
          </ul>
        </>
      )}
    </QueryList>
  )
}
