import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import type { Swap } from '#contract/schemas/swaps.ts'
import { t, rich } from '#web/messages.ts'
import { joinList } from '#web/joined.ts'
import { nameOf } from '#web/api/people.ts'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { NothingFound } from '#web/kit/nothing-found.tsx'
import { QueryStates } from '#web/kit/query-states.tsx'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Message } from '#web/ui/message.tsx'
import page from '#web/ui/page.module.css'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { swapsQuery } from './queries.ts'
import css from './swap.module.css'
import { roleIn, swapWords } from './swap-words.ts'
import { BothWorths } from './worth.tsx'

/** The swaps that the connected account has proposed or received. */
export function SwapList() {
  const account = useAccount()
  return (
    <div className={page.wide}>
      <div className={css.head}>
        <h1 className={css.title}>{t('Swaps')}</h1>
        <Link to="/swap/new" className={buttonClass('primary')}>
          {t('Propose a Swap')}
        </Link>
      </div>
      {account === null ? (
        <Message
          title={t('Connect your wallet to see your swaps')}
          action={<Button onClick={() => openConnect(() => undefined)}>{t('Connect Wallet')}</Button>}
        >
          {t('Swap works in one step: both sides move or neither does.')}
        </Message>
      ) : (
        <OwnSwaps account={account} />
      )}
    </div>
  )
}

function OwnSwaps({ account }: { account: string }) {
  const query = useQuery(swapsQuery(account))
  return (
    <QueryStates
      query={query}
      pending={
        <>
          <LoadingNote subject={t('your swaps')} />
          <Skeleton height="12rem" />
        </>
      }
      empty={
        <>
          <Message
            title={t('No swaps yet')}
            action={
              <Link to="/collections_explorer" className={buttonClass('outline')}>
                {t('Explore')}
              </Link>
            }
          >
            {t(
              'Propose a swap to another collector: choose what you give and what you would like in return.',
            )}
          </Message>
          <NothingFound />
        </>
      }
    >
      {(swaps) => (
        <ul className={css.list}>
          {swaps.map((swap) => (
            <li key={swap.id}>
              <SwapRow swap={swap} account={account} />
            </li>
          ))}
        </ul>
      )}
    </QueryStates>
  )
}

const namesOf = (works: Swap['gives']) => joinList(works.map(({ name }) => name))

const Pictures = ({ works }: { works: Swap['gives'] }) =>
  works.map(({ nftokenID, image }) => (
    <WorkPicture key={nftokenID} media={image} alt="" sizes="96px" largest={300} />
  ))

function SwapRow({ swap, account }: { swap: Swap; account: string }) {
  const role = roleIn(swap, account)
  const [ownSide, partnerSide] = role === 'proposer' ? [swap.gives, swap.gets] : [swap.gets, swap.gives]
  const counterparty = role === 'proposer' ? swap.partner : swap.proposer
  return (
    <Link to="/swap/$id" params={{ id: swap.id }} className={css.row}>
      <span className={css.pictures}>
        <Pictures works={ownSide} />
        <ArrowLeftRight size={16} aria-hidden="true" />
        <Pictures works={partnerSide} />
      </span>
      <span className={css.name}>
        {t('{given} for {received}', { given: namesOf(ownSide), received: namesOf(partnerSide) })}
      </span>
      <BothWorths swap={swap} side={role === 'proposer' ? 'proposer' : 'partner'} />
      <span className={css.quiet}>
        {rich('{title} · with {nameOf} · {relativeTime}', {
          title: swapWords(swap, role).title,
          nameOf: nameOf(counterparty),
          relativeTime: <RelativeTime at={swap.createdAt} />,
        })}
      </span>
    </Link>
  )
}
