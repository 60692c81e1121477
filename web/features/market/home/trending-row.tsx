import { Link } from '@tanstack/react-router'
import type { TrendingCollection } from '#worker/contract/collection-info.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { VerifiedMark } from '#web/kit/collections/verified-mark.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import css from './trending-row.module.css'
import { volumeChange } from './volume-change.ts'

export function TrendingRow({ collection, rank }: { collection: TrendingCollection; rank: number }) {
  const change = volumeChange(BigInt(collection.volumeDrops), BigInt(collection.previousVolumeDrops))
  return (
    <li className={css.row}>
      <span className={css.rank}>{rank}</span>
      <span className={css.cover}>
        <WorkPicture media={collection.thumbnail} alt="" sizes="64px" largest={150} />
      </span>
      <h3 className={css.name}>
        <Link to="/collection/$id/items" params={{ id: collection._id }} className={css.link}>
          {collection.name}
        </Link>
        {collection.verified && <VerifiedMark />}
      </h3>
      <dl className={css.facts}>
        <div>
          <dt>Floor</dt>
          <dd>
            {collection.floorPriceDrops === null ? (
              'None'
            ) : (
              <AmountText amount={collection.floorPriceDrops} compact />
            )}
          </dd>
        </div>
        <div>
          <dt>Volume</dt>
          <dd>
            <AmountText amount={collection.volumeDrops} compact />
          </dd>
        </div>
        <div>
          <dt>Change</dt>
          <dd data-direction={change.direction}>{change.text}</dd>
        </div>
      </dl>
    </li>
  )
}
