import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { TrendingCollection } from '#contract/schemas/collection-info.ts'
import { t } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { FiatBeside } from '#web/kit/amounts/fiat-beside.tsx'
import { VerifiedMark } from '#web/kit/collections/verified-mark.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { QueryStates } from '#web/kit/query-states.tsx'
import { Section } from '#web/ui/section.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { type TrendingDays, trendingQuery } from './queries.ts'
import css from './trending-collections.module.css'
import row from './trending-row.module.css'
import { changeInPercent } from '#web/kit/amounts/change-in-percent.ts'

const windows = [
  { value: '7', title: t('7 days') },
  { value: '1', title: t('24 hours') },
] as const

export function TrendingCollections() {
  const [days, setDays] = useState<TrendingDays>('7')
  const query = useQuery({ ...trendingQuery(days), placeholderData: keepPreviousData })
  return (
    <Section
      title={t('Trending Collections')}
      sideContent={
        <Segmented label={t('Window of time')} options={windows} value={days} onChange={setDays} />
      }
    >
      <div className={css.frame} data-stale={query.isPlaceholderData}>
        <QueryStates
          query={query}
          empty={t('No collections traded in the last 24 hours')}
          pending={<RowsSkeleton />}
        >
          {(collections) => {
            const hasChange = collections.some((collection) => changeOf(collection) !== null)
            return (
              <>
                <div className={css.heads} aria-hidden="true">
                  <Heads hasChange={hasChange} />
                  {collections.length > 1 && <Heads hasChange={hasChange} />}
                </div>
                <ol className={css.list}>
                  {collections.map((collection, index) => (
                    <TrendingRow
                      key={collection._id}
                      collection={collection}
                      rank={index + 1}
                      hasChange={hasChange}
                    />
                  ))}
                </ol>
              </>
            )
          }}
        </QueryStates>
      </div>
    </Section>
  )
}

/** The visible column heads. For screen readers, each figure also has its own name. */
function Heads({ hasChange }: { hasChange: boolean }) {
  return (
    <p className={row.heads} data-change={hasChange}>
      <span>{t('Floor')}</span>
      <span>{t('Volume')}</span>
      {hasChange && <span>{t('Change')}</span>}
    </p>
  )
}

function RowsSkeleton() {
  return (
    <div className={css.list}>
      <LoadingNote subject={t('trending collections')} />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height="4rem" />
      ))}
    </div>
  )
}

interface TrendingRowProps {
  collection: TrendingCollection
  rank: number
  /** True if the table has the change column, which is omitted if no row has a change. */
  hasChange: boolean
}

const changeOf = ({ volumeDrops, previousVolumeDrops }: TrendingCollection) =>
  changeInPercent(BigInt(volumeDrops), BigInt(previousVolumeDrops))

function TrendingRow({ collection, rank, hasChange }: TrendingRowProps) {
  const change = changeOf(collection)
  return (
    <li className={row.row}>
      <span className={row.rank}>{rank}</span>
      <span className={row.cover}>
        <WorkPicture media={collection.thumbnail} alt="" sizes="64px" largest={150} />
      </span>
      <h3 className={row.name}>
        <Link to="/collection/$id/items" params={{ id: collection._id }} className={row.link}>
          {collection.name}
        </Link>
        {collection.verified && <VerifiedMark />}
      </h3>
      <dl className={row.facts} data-change={hasChange}>
        <div>
          <dt>{t('Floor')}</dt>
          <dd>
            {collection.floorPriceDrops === null ? (
              t('None')
            ) : (
              <>
                <AmountText amount={collection.floorPriceDrops} compact />
                <FiatBeside amount={collection.floorPriceDrops} compact />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('Volume')}</dt>
          <dd>
            <AmountText amount={collection.volumeDrops} compact />
            <FiatBeside amount={collection.volumeDrops} compact />
          </dd>
        </div>
        {hasChange && (
          <div>
            <dt>{t('Change')}</dt>
            <dd data-direction={change?.direction}>{change?.text ?? '–'}</dd>
          </div>
        )}
      </dl>
    </li>
  )
}
