import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ActivityKind } from '#contract/rules/list-addresses.ts'
import type { CollectionHistoryEntry } from '#contract/schemas/lists.ts'
import { t, rich } from '#web/messages.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { FiatBeside } from '#web/kit/amounts/fiat-beside.tsx'
import { PagedList } from '#web/kit/lists/paged-list.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { EventIcon } from '#web/kit/nfts/event-icon.tsx'
import { eventAmount, eventName } from '#web/kit/nfts/event-names.ts'
import { keyedEvents } from '#web/kit/nfts/keyed-events.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { dayHeads } from '#web/ui/day-heads.ts'
import heads from '#web/ui/day-heads.module.css'
import { useNow } from '#web/ui/use-now.ts'
import { useArrivals } from '#web/ui/use-arrivals.ts'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import css from './collection-activity.module.css'
import { collectionHistoryQuery } from '#web/kit/collections/queries.ts'

const kinds = [
  { value: 'all', title: t('All') },
  { value: 'sales', title: t('Sales') },
  { value: 'listings', title: t('Listings') },
  { value: 'bids', title: t('Bids') },
  { value: 'transfers', title: t('Transfers') },
  { value: 'mints', title: t('Mints') },
] as const satisfies { value: ActivityKind | 'all'; title: string }[]

interface CollectionActivityProps {
  id: string
  /** The event kind in the URL; undefined for all kinds. */
  kind: ActivityKind | undefined
  onKind: (kind: ActivityKind | undefined) => Promise<void>
}

/** The history of a collection, newest first. All events of a purchase share one line. */
export function CollectionActivity({ id, kind, onKind }: CollectionActivityProps) {
  const list = useInfiniteQuery({ ...collectionHistoryQuery(id, kind), placeholderData: keepPreviousData })
  const entries = list.data?.pages.flatMap(({ history }) => history).filter(({ step }) => !step)
  return (
    <div className={css.activity}>
      <div className={css.kinds}>
        <Segmented
          label={t('Events')}
          options={kinds}
          value={kind ?? 'all'}
          onChange={(choice) => onKind(choice === 'all' ? undefined : choice)}
        />
      </div>
      <PagedList
        title={t('Activity')}
        list={list}
        items={entries}
        skeleton={<RowsSkeleton />}
        empty={kind === undefined ? t('No activity yet') : t('No such events yet')}
        advice={t('Activity in this collection appears here.')}
      >
        {(items) => (
          <>
            <div className={`${css.entry} ${css.heads}`} aria-hidden="true">
              <span />
              <span>{t('Event')}</span>
              <span>{t('Work')}</span>
              <span>{t('From and to')}</span>
              <span className={css.amount}>{t('Amount')}</span>
              <span className={css.when}>{t('When')}</span>
            </div>
            <Entries entries={items} />
          </>
        )}
      </PagedList>
    </div>
  )
}

function Entries({ entries }: { entries: readonly CollectionHistoryEntry[] }) {
  const rows = keyedEvents(entries)
  const days = dayHeads(
    entries.map(({ date }) => date),
    useNow(60_000),
  )
  const hasArrived = useArrivals(rows.map(([key]) => key))
  return (
    <ol>
      {rows.map(([key, entry], place) => (
        <li key={key}>
          {days[place] != null && <h3 className={heads.day}>{days[place]}</h3>}
          <Entry entry={entry} isNew={hasArrived(key)} />
        </li>
      ))}
    </ol>
  )
}

function Entry({ entry, isNew }: { entry: CollectionHistoryEntry; isNew: boolean }) {
  const viewer = useAccount()
  const { type, seller, buyer, date, txid, nft, name, image } = entry
  const amount = eventAmount(entry)
  return (
    <div className={css.entry} data-changed={isNew || undefined}>
      <span className={css.picture}>
        <WorkPicture media={image} alt="" sizes="72px" largest={150} />
      </span>
      <span className={css.event}>
        <EventIcon type={type} />
        {eventName(entry)}
      </span>
      <span className={css.name}>
        <Link to="/nft/$id" params={{ id: nft }} className={css.link}>
          {name}
        </Link>
      </span>
      <span className={css.people}>
        {seller !== null && (
          <span>{rich('from {address}', { address: <Address account={seller} viewer={viewer} /> })}</span>
        )}
        {buyer !== null && (
          <span>
            {type === 'buy_offer' || type === 'mint'
              ? rich('by {address}', {
                  context: 'event',
                  address: <Address account={buyer} viewer={viewer} />,
                })
              : rich('to {address}', { address: <Address account={buyer} viewer={viewer} /> })}
          </span>
        )}
      </span>
      <span className={css.amount}>
        {amount === null ? (
          '–'
        ) : (
          <>
            <AmountText amount={amount} />
            <FiatBeside amount={amount} compact />
          </>
        )}
      </span>
      <span className={css.when}>
        <ExplorerLink page="transaction" id={txid} title={t('Transaction {txid}', { txid })} plain>
          <RelativeTime at={date} />
        </ExplorerLink>
      </span>
    </div>
  )
}

function RowsSkeleton() {
  return (
    <div className={css.rows}>
      <LoadingNote subject={t('the activity')} />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height="4.5rem" />
      ))}
    </div>
  )
}
