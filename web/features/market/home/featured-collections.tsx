import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { t } from '#web/messages.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { CollectionCard } from '#web/kit/collections/collection-card.tsx'
import { Section } from '#web/ui/section.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import css from './featured-collections.module.css'
import { featuredCollectionsQuery } from './queries.ts'

export function FeaturedCollections() {
  const query = useQuery(featuredCollectionsQuery)
  return (
    <Section
      title={t('Featured Collections')}
      count={query.data?.length}
      sideContent={
        <Link to="/collections_explorer" className={css.more}>
          {t('Explore more')}
          <ArrowRight size={14} aria-hidden="true" />
        </Link>
      }
    >
      <QueryStates query={query} empty={t('No Featured Collection List')} pending={<StripSkeleton />}>
        {(collections) => (
          <ul className={css.strip}>
            {collections.map((collection) => (
              <li key={collection._id}>
                <CollectionCard collection={collection} />
              </li>
            ))}
          </ul>
        )}
      </QueryStates>
    </Section>
  )
}

function StripSkeleton() {
  return (
    <div className={css.strip}>
      <LoadingNote subject={t('collections', { context: 'tab' })} />
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className={css.shape}>
          <div className={css.cover} />
          <Skeleton width="60%" height="1.5rem" />
          <Skeleton width="90%" height="2.5rem" />
          <Skeleton width="100%" height="1.25rem" />
        </div>
      ))}
    </div>
  )
}
