import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BidLevel, StandingBid } from '#contract/schemas/standing-bids.ts'
import { rich, t } from '#web/messages.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { againstFloor } from '#web/kit/amounts/against-floor.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { FiatBeside } from '#web/kit/amounts/fiat-beside.tsx'
import { MinimumBid } from '#web/kit/bids/minimum-bid.tsx'
import { recordText, termsOf } from '#web/kit/bids/bid-words.ts'
import { collectionBidsQuery } from '#web/kit/bids/queries.ts'
import { collectionNftsQuery, collectionQuery } from '#web/kit/collections/queries.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Message } from '#web/ui/message.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import css from './bids.module.css'
import { PlaceBidDialog } from './place-bid-dialog.tsx'
import { SellWorksDialog } from './sell-works-dialog.tsx'

/** The standing bids on a collection: their depth by price, and the best of them. */
export function CollectionBids({ id }: { id: string }) {
  const viewer = useAccount()
  const query = useQuery(collectionBidsQuery(id))
  const { data: collection } = useQuery(collectionQuery(id))
  const [isPlacing, setPlacing] = useState(false)
  const [bidToAccept, setBidToAccept] = useState<StandingBid | null>(null)
  const { data: ownWorks } = useInfiniteQuery({
    ...collectionNftsQuery({ query: { id, owner: viewer ?? '', demand: 'false' } }),
    enabled: viewer !== null,
  })
  const ownsWorks = (ownWorks?.pages[0]?.count ?? 0) > 0
  const best = query.data?.levels[0]
  const place = () => (viewer === null ? openConnect(() => setPlacing(true)) : setPlacing(true))
  return (
    <section className={css.tab}>
      <div className={css.head}>
        <div className={css.best}>
          {best !== undefined && (
            <>
              <h2 className={css.quiet}>{t('Top bid')}</h2>
              <p className={css.figure}>
                <AmountText amount={best.priceDrops} />
              </p>
              <FiatBeside amount={best.priceDrops} />
            </>
          )}
          <p className={css.quiet}>
            {t('Bids on any work of the collection. Owners can sell to them at once.')}
          </p>
        </div>
        <Button look="primary" onClick={place}>
          {t('Place a standing bid')}
        </Button>
      </div>
      {viewer !== null && viewer === collection?.issuer && <MinimumBid collection={id} />}
      <QueryStates
        query={query}
        pending={
          <>
            <LoadingNote subject={t('the bids')} />
            <Skeleton height="16rem" />
          </>
        }
      >
        {({ levels, bids }) =>
          bids.length === 0 ? (
            <Message title={t('No standing bids yet')}>
              {t('Be the first to bid on the whole collection.')}
            </Message>
          ) : (
            <>
              <Depth levels={levels} />
              <BidTable
                bids={bids}
                viewer={viewer}
                floorDrops={collection?.floorPriceDrops ?? null}
                onSell={ownsWorks ? setBidToAccept : null}
              />
            </>
          )
        }
      </QueryStates>
      {bidToAccept !== null && viewer !== null && (
        <SellWorksDialog bid={bidToAccept} onClose={() => setBidToAccept(null)} />
      )}
      {isPlacing && viewer !== null && (
        <PlaceBidDialog
          collection={id}
          name={collection?.name ?? ''}
          floorDrops={collection?.floorPriceDrops ?? null}
          topDrops={best?.priceDrops ?? null}
          onClose={() => setPlacing(false)}
        />
      )}
    </section>
  )
}

/** The depth as a table whose bars show the sum of all bids at a price and above. */
function Depth({ levels }: { levels: BidLevel[] }) {
  const sums = levels.map((_, place) =>
    levels.slice(0, place + 1).reduce((sum, { sumDrops }) => sum + BigInt(sumDrops), 0n),
  )
  const total = sums.at(-1) ?? 0n
  const computeShare = (sum: bigint) => (total === 0n ? 0 : Number((sum * 100n) / total))
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <caption className={css.caption}>{t('Depth of the standing bids')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Bid')}</th>
            <th scope="col">{t('Works')}</th>
            <th scope="col" className={css.sum}>
              {t('Sum')}
            </th>
            <th scope="col" className={css.barColumn}>
              {t('Sum at this price and above')}
            </th>
          </tr>
        </thead>
        <tbody>
          {levels.map(({ priceDrops, works, sumDrops }, place) => {
            const sum = sums[place] ?? 0n
            return (
              <tr key={priceDrops}>
                <td>
                  <AmountText amount={priceDrops} />
                </td>
                <td>{works}</td>
                <td className={css.sum}>
                  <AmountText amount={sumDrops} compact />
                </td>
                <td className={css.barColumn}>
                  <span className={css.bar} style={{ inlineSize: `${computeShare(sum)}%` }} />
                  <AmountText amount={sum.toString()} compact />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

interface BidTableProps {
  bids: StandingBid[]
  viewer: string | null
  floorDrops: string | null
  /** Begins a sale to a bid; null if the viewer owns no work of the collection. */
  onSell: ((bid: StandingBid) => void) | null
}

function BidTable({ bids, viewer, floorDrops, onSell }: BidTableProps) {
  return (
    <ul className={css.rows}>
      {bids.map((bid) => (
        <li key={bid.id} className={css.row}>
          <span className={css.price}>
            <AmountText amount={bid.priceDrops} />
            <span className={css.second}>{againstFloor(bid.priceDrops, floorDrops)}</span>
          </span>
          <span>
            {rich('{count, plural, one {# work} other {# works}}: {terms}', {
              count: bid.works - bid.bought - bid.waiting,
              terms: termsOf(bid),
            })}
          </span>
          <span className={css.quiet}>
            <Address account={bid.bidder} viewer={viewer} /> ·{' '}
            {recordText(bid.record) ?? t('no sales to bids yet')}
          </span>
          <span className={css.end}>
            <span>{rich('ends {time}', { time: <RelativeTime at={bid.expiresAt} upcoming /> })}</span>
            {onSell !== null && bid.bidder !== viewer && (
              <Button size="small" onClick={() => onSell(bid)}>
                {t('Sell to this bid')}
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
