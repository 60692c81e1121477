import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryStates } from '#web/kit/query-states.tsx'
import { Section } from '#web/ui/section.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { type TrendingDays, trendingQuery } from './queries.ts'
import css from './trending-collections.module.css'
import { TrendingRow } from './trending-row.tsx'

const windows = [
  { value: '7', title: '7 days' },
  { value: '1', title: '24 hours' },
] as const

export function TrendingCollections() {
  const [days, setDays] = useState<TrendingDays>('7')
  const query = useQuery({ ...trendingQuery(days), placeholderData: keepPreviousData })
  return (
    <Section
      title="Trending Collections"
      aside={<Segmented label="Window of time" options={windows} value={days} onChange={setDays} />}
    >
      <div className={css.frame} data-stale={query.isPlaceholderData}>
        <QueryStates
          query={query}
          empty="No collections traded in the last 24 hours"
          pending={<RowsSkeleton />}
        >
          {(collections) => (
            <ol className={css.list}>
              {collections.map((collection, index) => (
                <TrendingRow key={collection._id} collection={collection} rank={index + 1} />
              ))}
            </ol>
          )}
        </QueryStates>
      </div>
    </Section>
  )
}

function RowsSkeleton() {
  return (
    <div className={css.list}>
      <LoadingNote what="trending collections" />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height="5.5rem" />
      ))}
    </div>
  )
}
