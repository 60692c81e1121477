import { Link } from '@tanstack/react-router'
import type { collectionSortNames } from '#contract/rules/list-addresses.ts'
import type { ListedCollection } from '#contract/schemas/lists.ts'
import { locale, t } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { FiatBeside } from '#web/kit/amounts/fiat-beside.tsx'
import { VerifiedMark } from '#web/kit/collections/verified-mark.tsx'
import css from '#web/kit/lists/data-table.module.css'
import { SortHead, WatchHead } from '#web/kit/lists/sort-head.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { changeInPercent } from '#web/kit/amounts/change-in-percent.ts'
import { WatchButton } from '#web/kit/watchlist/watch-button.tsx'

type Sort = (typeof collectionSortNames)[number]

interface CollectionTableProps {
  collections: ListedCollection[]
  sort: Sort
  onSort: (sort: Sort) => void
}

/** A compact table of collections that is sorted by clicking the column heads. */
export function CollectionTable({ collections, sort, onSort }: CollectionTableProps) {
  const sortProps = { sort, onSort }
  const hasChange = collections.some(
    ({ floorPriceDrops: now, floorBeforeDrops: before }) => now !== null && before !== null,
  )
  return (
    <div className={css.scroll} data-sideways>
      <table className={css.table} aria-label={t('Collections')}>
        <thead>
          <tr>
            <WatchHead />
            <SortHead {...sortProps} title={t('Collection')} sorts={null} />
            <SortHead
              {...sortProps}
              title={t('Floor')}
              sorts={{ ascending: 'price_inc', descending: 'price_dec' }}
              numeric
            />
            {hasChange && <SortHead {...sortProps} title={t('Floor change')} sorts={null} numeric />}
            <SortHead
              {...sortProps}
              title={t('24h volume')}
              sorts={{ ascending: 'volume_inc', descending: 'volume_dec' }}
              numeric
            />
            <SortHead {...sortProps} title={t('7d volume')} sorts={null} numeric />
            <SortHead {...sortProps} title={t('Last sale')} sorts={null} numeric />
            <SortHead {...sortProps} title={t('Items')} sorts={null} numeric />
            <SortHead {...sortProps} title={t('Owners')} sorts={null} numeric />
          </tr>
        </thead>
        <tbody>
          {collections.map((collection) => (
            <Row key={collection._id} collection={collection} hasChange={hasChange} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ collection, hasChange }: { collection: ListedCollection; hasChange: boolean }) {
  const { _id: id, name, thumbnail, verified, itemsCount, ownersCount, lastSale } = collection
  return (
    <tr>
      <td className={css.watch}>
        <WatchButton kind="collection" id={id} name={name} price={collection.floorPriceDrops} small />
      </td>
      <th scope="row">
        <Link to="/collection/$id/items" params={{ id }} className={css.thing}>
          <span className={css.picture}>
            <WorkPicture media={thumbnail} alt="" sizes="40px" largest={150} />
          </span>
          <span className={css.name}>{name}</span>
          {verified && <VerifiedMark />}
        </Link>
      </th>
      <Drops drops={collection.floorPriceDrops} />
      {hasChange && <FloorChange now={collection.floorPriceDrops} before={collection.floorBeforeDrops} />}
      <Drops drops={collection.volumeDrops} />
      <Drops drops={collection.volumeWeekDrops} />
      <Drops drops={lastSale?.drops ?? null} />
      <td data-align="end">{itemsCount.toLocaleString(locale)}</td>
      <td data-align="end">{ownersCount.toLocaleString(locale)}</td>
    </tr>
  )
}

/** An amount in XRP; a dash if there is none. */
function Drops({ drops }: { drops: string | null }) {
  return (
    <td data-align="end">
      {drops === null || drops === '0' ? (
        <span className={css.quiet}>–</span>
      ) : (
        <>
          <AmountText amount={drops} compact />
          <FiatBeside amount={drops} compact />
        </>
      )}
    </td>
  )
}

function FloorChange({ now, before }: { now: string | null; before: string | null }) {
  const change = now === null || before === null ? null : changeInPercent(BigInt(now), BigInt(before))
  const look =
    change === null ? css.quiet : { up: css.rise, down: css.fall, same: css.quiet }[change.direction]
  return (
    <td
      data-align="end"
      className={look}
      title={t('Compared with the floor at the end of the previous day (UTC)')}
    >
      {change?.text ?? '–'}
    </td>
  )
}
