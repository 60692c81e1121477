import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CollectionHistoryEntry } from '#worker/contract/lists.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { PagedList } from '#web/kit/lists/paged-list.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { eventName } from '#web/kit/nfts/event-names.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import css from './collection-activity.module.css'
import { collectionHistoryQuery } from '#web/kit/collections/queries.ts'

/** The history of a collection, newest first. */
export function CollectionActivity({ id }: { id: string }) {
  const list = useInfiniteQuery(collectionHistoryQuery(id))
  const entries = list.data?.pages.flatMap(({ history }) => history)
  return (
    <div className={css.activity}>
      <PagedList
        title="Activity"
        list={list}
        items={entries}
        skeleton={<RowsSkeleton />}
        empty="No activity yet"
      >
        {(items) => (
          <ol>
            {items.map((entry) => (
              <Entry key={`${entry.txid}-${entry.nft}-${entry.type}`} entry={entry} />
            ))}
          </ol>
        )}
      </PagedList>
    </div>
  )
}

function Entry({ entry }: { entry: CollectionHistoryEntry }) {
  const viewer = useAccount()
  const { type, seller, buyer, amount, date, txid, nft, name, image } = entry
  return (
    <li className={css.entry}>
      <span className={css.picture}>
        <WorkPicture media={image} alt="" sizes="56px" largest={150} />
      </span>
      <span className={css.name}>
        <Link to="/nft/$id" params={{ id: nft }} className={css.link}>
          {name}
        </Link>
        <span className={css.event}>{eventName(entry)}</span>
      </span>
      <span className={css.people}>
        {seller !== null && (
          <span>
            from <Address account={seller} viewer={viewer} />
          </span>
        )}
        {buyer !== null && (
          <span>
            {type === 'buy_offer' ? 'by' : 'to'} <Address account={buyer} viewer={viewer} />
          </span>
        )}
      </span>
      <span className={css.amount}>{amount === null ? '–' : <AmountText amount={amount} />}</span>
      <span className={css.when}>
        <ExplorerLink page="transaction" id={txid} title={`Transaction ${txid}`} plain>
          <RelativeTime at={date} />
        </ExplorerLink>
      </span>
    </li>
  )
}

function RowsSkeleton() {
  return (
    <div className={css.rows}>
      <LoadingNote what="the activity" />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height="4.5rem" />
      ))}
    </div>
  )
}
