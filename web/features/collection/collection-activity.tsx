import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ActivityKind } from '#worker/contract/list-addresses.ts'
import type { CollectionHistoryEntry } from '#worker/contract/lists.ts'
import { m, rich } from '#web/messages.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { PagedList } from '#web/kit/lists/paged-list.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { EventIcon } from '#web/kit/nfts/event-icon.tsx'
import { eventAmount, eventName } from '#web/kit/nfts/event-names.ts'
import { keyedEvents } from '#web/kit/nfts/keyed-events.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useArrivals } from '#web/ui/use-arrivals.ts'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import css from './collection-activity.module.css'
import { collectionHistoryQuery } from '#web/kit/collections/queries.ts'

const kinds = [
  { value: 'all', title: m.collection_analytics_tab_all },
  { value: 'sales', title: m.common_sales },
  { value: 'listings', title: m.collection_activity_listings },
  { value: 'bids', title: m.collection_activity_bids },
  { value: 'transfers', title: m.collection_activity_transfers },
  { value: 'mints', title: m.collection_activity_mints },
] as const satisfies { value: ActivityKind | 'all'; title: string }[]

interface CollectionActivityProps {
  id: string
  /** The kind of events in the address; all without one. */
  kind: ActivityKind | undefined
  onKind: (kind: ActivityKind | undefined) => Promise<void>
}

/** The history of a collection, newest first; a purchase is one line. */
export function CollectionActivity({ id, kind, onKind }: CollectionActivityProps) {
  const list = useInfiniteQuery({ ...collectionHistoryQuery(id, kind), placeholderData: keepPreviousData })
  const entries = list.data?.pages.flatMap(({ history }) => history).filter(({ step }) => !step)
  return (
    <div className={css.activity}>
      <div className={css.kinds}>
        <Segmented
          label={m.collection_activity_events}
          options={kinds}
          value={kind ?? 'all'}
          onChange={(chosen) => onKind(chosen === 'all' ? undefined : chosen)}
        />
      </div>
      <PagedList
        title={m.collection_activity_activity}
        list={list}
        items={entries}
        skeleton={<RowsSkeleton />}
        empty={
          kind === undefined
            ? m.collection_activity_no_activity_yet
            : m.collection_activity_no_such_events_yet
        }
        advice={m.collection_activity_happens_works_collection_appears}
      >
        {(items) => (
          <>
            <div className={`${css.entry} ${css.heads}`} aria-hidden="true">
              <span />
              <span>{m.collection_activity_event}</span>
              <span>{m.collection_analytics_tab_work}</span>
              <span>{m.collection_activity_from_and_to}</span>
              <span className={css.amount}>{m.common_amount}</span>
              <span className={css.when}>{m.collection_analytics_tab_when}</span>
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
  const hasArrived = useArrivals(rows.map(([key]) => key))
  return (
    <ol>
      {rows.map(([key, entry]) => (
        <Entry key={key} entry={entry} arrived={hasArrived(key)} />
      ))}
    </ol>
  )
}

function Entry({ entry, arrived }: { entry: CollectionHistoryEntry; arrived: boolean }) {
  const viewer = useAccount()
  const { type, seller, buyer, date, txid, nft, name, image } = entry
  const amount = eventAmount(entry)
  return (
    <li className={css.entry} data-changed={arrived || undefined}>
      <span className={css.picture}>
        <WorkPicture media={image} alt="" sizes="56px" largest={150} />
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
          <span>
            {rich.collection_activity_from({ address: <Address account={seller} viewer={viewer} /> })}
          </span>
        )}
        {buyer !== null && (
          <span>
            {type === 'buy_offer' || type === 'mint'
              ? rich.collection_activity_by({ address: <Address account={buyer} viewer={viewer} /> })
              : rich.collection_activity_to({ address: <Address account={buyer} viewer={viewer} /> })}
          </span>
        )}
      </span>
      <span className={css.amount}>{amount === null ? '–' : <AmountText amount={amount} />}</span>
      <span className={css.when}>
        <ExplorerLink
          page="transaction"
          id={txid}
          title={m.collection_sales_list_transaction({ txid })}
          plain
        >
          <RelativeTime at={date} />
        </ExplorerLink>
      </span>
    </li>
  )
}

function RowsSkeleton() {
  return (
    <div className={css.rows}>
      <LoadingNote what={m.collection_activity_the_activity} />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height="4.5rem" />
      ))}
    </div>
  )
}
