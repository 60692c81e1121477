import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { BidSale, OwnBidsReply, StandingBid } from '#contract/schemas/standing-bids.ts'
import { formatXrpExact } from '#contract/rules/amounts.ts'
import { rich, t } from '#web/messages.ts'
import { joinList } from '#web/joined.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { bidState, recordText, saleStateText, termsOf } from '#web/kit/bids/bid-words.ts'
import { ownBidsQuery } from '#web/kit/bids/queries.ts'
import { collectionQuery } from '#web/kit/collections/queries.ts'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { NothingFound } from '#web/kit/nothing-found.tsx'
import { QueryStates } from '#web/kit/query-states.tsx'
import { RetryButton } from '#web/kit/retry-button.tsx'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Message } from '#web/ui/message.tsx'
import page from '#web/ui/page.module.css'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import css from './bids.module.css'
import { CompleteSaleDialog } from './complete-sale-dialog.tsx'

/** The standing bids of the connected account, and its sales into standing bids. */
export function BidsPage() {
  const account = useAccount()
  const explanation = t(
    'A standing bid offers your price for any work in a collection. Any owner can sell to you at that price.',
  )
  return (
    <div className={page.wide}>
      <h1 className={css.title}>{t('Standing bids')}</h1>
      {account === null ? (
        <Message
          title={t('Connect your wallet to see your standing bids')}
          action={<Button onClick={() => openConnect(() => undefined)}>{t('Connect Wallet')}</Button>}
        >
          {explanation}
        </Message>
      ) : (
        <>
          <p className={css.lead}>{explanation}</p>
          <OwnBids account={account} />
        </>
      )}
    </div>
  )
}

function OwnBids({ account }: { account: string }) {
  const query = useQuery(ownBidsQuery(account))
  return (
    <QueryStates
      query={query}
      pending={
        <>
          <LoadingNote subject={t('your standing bids')} />
          <Skeleton height="16rem" />
        </>
      }
    >
      {(data) =>
        data.bids.length + data.sales.length === 0 ? (
          <>
            <Message
              title={t('No standing bids yet')}
              action={
                <Link to="/collections_explorer" className={buttonClass('primary')}>
                  {t('Explore')}
                </Link>
              }
            >
              {t('Open the Bids tab of a collection to place one.')}
            </Message>
            <NothingFound />
          </>
        ) : (
          <Lists data={data} account={account} />
        )
      }
    </QueryStates>
  )
}

function Lists({ data, account }: { data: OwnBidsReply; account: string }) {
  const { bids, sales, freeTickets, record } = data
  const text = recordText(record)
  return (
    <>
      {text !== null && <p className={css.quiet}>{rich('Your record: {text}', { text })}</p>}
      {freeTickets > 0 && <ReleaseTickets tickets={freeTickets} />}
      {sales.length > 0 && (
        <section>
          <h2 className={css.subtitle}>{t('Sales')}</h2>
          <ul className={css.list}>
            {sales.map((sale) => (
              <li key={sale.id}>
                <SaleRow sale={sale} account={account} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {bids.length > 0 && (
        <section>
          <h2 className={css.subtitle}>{t('Your bids')}</h2>
          <ul className={css.list}>
            {bids.map((bid) => (
              <li key={bid.id}>
                <OwnBid bid={bid} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function SaleRow({ sale, account }: { sale: BidSale; account: string }) {
  const role = sale.bidder === account ? 'bidder' : 'seller'
  const [isCompleting, setCompleting] = useState(false)
  const isWaiting = sale.state === 'waiting'
  const total = (BigInt(sale.priceDrops) * BigInt(sale.works.length)).toString()
  return (
    <div className={css.sale}>
      <span className={css.pictures}>
        {sale.works.map(({ nftokenID, image }) => (
          <WorkPicture key={nftokenID} media={image} alt="" sizes="96px" largest={300} />
        ))}
      </span>
      <span className={css.words}>
        <span className={css.name}>{joinList(sale.works.map(({ name }) => name))}</span>
        <span>{rich('{amount} in total', { amount: <AmountText amount={total} /> })}</span>
        <span className={css.quiet}>
          {saleStateText(sale, role)} · <Address account={role === 'bidder' ? sale.seller : sale.bidder} />
        </span>
        {isWaiting && (
          <span className={css.quiet}>
            {rich('ends {time}', { time: <RelativeTime at={sale.until} upcoming /> })}
          </span>
        )}
        {sale.works.some(({ changed }) => changed) && isWaiting && (
          <span className={css.problem}>{t('The issuer changed a work after the bid was placed.')}</span>
        )}
      </span>
      {isWaiting && role === 'bidder' && (
        <span className={css.actions}>
          <Button look="primary" onClick={() => setCompleting(true)}>
            {t('Complete the sale')}
          </Button>
          <EndButton operation="endBidSale" id={sale.id} name={t('Decline')} />
        </span>
      )}
      {isWaiting && role === 'seller' && !sale.handedOut && (
        <EndButton operation="endBidSale" id={sale.id} name={t('Withdraw the sale')} />
      )}
      {isCompleting && <CompleteSaleDialog sale={sale} onClose={() => setCompleting(false)} />}
    </div>
  )
}

function OwnBid({ bid }: { bid: StandingBid }) {
  const { data: collection } = useQuery({
    ...collectionQuery(bid.collectionID ?? ''),
    enabled: bid.collectionID !== null,
  })
  return (
    <div className={css.sale}>
      <span className={css.pictures}>
        <WorkPicture media={collection?.thumbnail ?? null} alt="" sizes="96px" largest={300} />
      </span>
      <span className={css.words}>
        {bid.collectionID === null ? (
          <span className={css.name}>{termsOf(bid)}</span>
        ) : (
          <>
            <Link to="/collection/$id/bids" params={{ id: bid.collectionID }} className={css.name}>
              {bid.collectionName}
            </Link>
            <span className={css.terms}>{termsOf(bid)}</span>
          </>
        )}
        <span className={bid.problem === null ? css.quiet : css.problem}>{bidState(bid)}</span>
      </span>
      <span className={css.price}>
        <AmountText amount={bid.priceDrops} />
        <span className={css.second}>
          {rich('ends {time}', { time: <RelativeTime at={bid.expiresAt} upcoming /> })}
        </span>
      </span>
      {bid.state === 'open' && (
        <EndButton operation="endStandingBid" id={bid.id} name={t('Withdraw the bid')} />
      )}
    </div>
  )
}

interface EndButtonProps {
  operation: 'endBidSale' | 'endStandingBid'
  id: string
  name: string
}

function EndButton({ operation, id, name }: EndButtonProps) {
  const queryClient = useQueryClient()
  const end = useMutation({
    mutationFn: () => call(operation, { body: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['getOwnBids'] }),
  })
  return (
    <span>
      <RetryButton error={end.error} busy={end.isPending} onClick={() => end.mutate()}>
        {name}
      </RetryButton>
      {end.error !== null && (
        <span role="alert" className={css.problem}>
          {sentenceOf(end.error)}
        </span>
      )}
    </span>
  )
}

/** Releases the reserve of tickets of ended bids: up to eight with one signature. */
function ReleaseTickets({ tickets }: { tickets: number }) {
  const { ownerReserveDrops } = useSettings()
  const { busy, refusal, ask } = useSigning(() => undefined)
  const reserveXrp = formatXrpExact(BigInt(ownerReserveDrops) * BigInt(tickets))
  const release = () =>
    ask('releaseBidTickets', { body: {} }, { action: 'releaseBidTickets', title: t('Reserve of ended bids') })
  return (
    <div className={css.release}>
      <p>
        {t(
          '{count, plural, one {# ticket of an ended bid locks {xrp} XRP.} other {# tickets of ended bids lock {xrp} XRP.}} One signature releases up to eight.',
          { count: tickets, xrp: reserveXrp },
        )}
      </p>
      <RetryButton error={refusal} busy={busy} onClick={() => void release()}>
        {t('Release the reserve')}
      </RetryButton>
      {refusal !== null && (
        <p role="alert" className={css.problem}>
          {sentenceOf(refusal)}
        </p>
      )}
    </div>
  )
}
