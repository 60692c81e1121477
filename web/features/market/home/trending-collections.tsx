import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { TrendingCollection } from '#worker/contract/collection-info.ts'
import { m } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { FiatBeside } from '#web/kit/amounts/fiat-beside.tsx'
import { VerifiedMark } from '#web/kit/collections/verified-mark.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { HelpLink } from '#web/kit/help-link.tsx'
import { QueryStates } from '#web/kit/query-states.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Section } from '#web/ui/section.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { type TrendingDays, trendingQuery } from './queries.ts'
import css from './trending-collections.module.css'
import row from './trending-row.module.css'
import { changeInPercent } from '#web/kit/amounts/change-in-percent.ts'

const windows = [
  { value: '7', title: m.market_trending_collections_7_days },
  { value: '1', title: m.market_trending_collections_24_hours },
] as const

export function TrendingCollections() {
  const [days, setDays] = useState<TrendingDays>('7')
  const [marked, setMarked] = useState(false)
  const query = useQuery({ ...trendingQuery(days, marked), placeholderData: keepPreviousData })
  return (
    <Section
      title={m.market_trending_collections_trending_collections}
      aside={
        <Segmented
          label={m.market_trending_collections_window_of_time}
          options={windows}
          value={days}
          onChange={setDays}
        />
      }
    >
      <div className={css.frame} data-stale={query.isPlaceholderData}>
        <QueryStates
          query={query}
          empty={m.market_trending_collections_no_collections_traded_last}
          pending={<RowsSkeleton />}
        >
          {(collections) => (
            <>
              <div className={css.heads} aria-hidden="true">
                <Heads />
                {collections.length > 1 && <Heads />}
              </div>
              <ol className={css.list}>
                {collections.map((collection, index) => (
                  <TrendingRow key={collection._id} collection={collection} rank={index + 1} />
                ))}
              </ol>
            </>
          )}
        </QueryStates>
      </div>
      <div className={css.choice}>
        <Checkbox checked={marked} onChange={setMarked}>
          {m.market_trending_collections_count_marked_sales}
        </Checkbox>
        <HelpLink topic="figures">{m.market_trending_collections_which_are_these}</HelpLink>
      </div>
    </Section>
  )
}

/** The heads of a column of rows; each figure also has its name for screen readers. */
function Heads() {
  return (
    <p className={row.heads}>
      <span>{m.common_floor}</span>
      <span>{m.common_volume}</span>
      <span>{m.market_trending_collections_change}</span>
    </p>
  )
}

function RowsSkeleton() {
  return (
    <div className={css.list}>
      <LoadingNote what={m.market_trending_collections_trending_collections_label} />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height="5.5rem" />
      ))}
    </div>
  )
}

function TrendingRow({ collection, rank }: { collection: TrendingCollection; rank: number }) {
  const change = changeInPercent(BigInt(collection.volumeDrops), BigInt(collection.previousVolumeDrops))
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
      <dl className={row.facts}>
        <div>
          <dt>{m.common_floor}</dt>
          <dd>
            {collection.floorPriceDrops === null ? (
              m.market_trending_collections_none
            ) : (
              <>
                <AmountText amount={collection.floorPriceDrops} compact />
                <FiatBeside amount={collection.floorPriceDrops} compact />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{m.common_volume}</dt>
          <dd>
            <AmountText amount={collection.volumeDrops} compact />
            <FiatBeside amount={collection.volumeDrops} compact />
          </dd>
        </div>
        <div>
          <dt>{m.market_trending_collections_change}</dt>
          <dd data-direction={change?.direction}>{change?.text ?? '–'}</dd>
        </div>
      </dl>
    </li>
  )
}
