import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Amount } from '#contract/schemas/amounts.ts'
import type { Watched } from '#contract/schemas/watchlist.ts'
import { t, rich } from '#web/messages.ts'
import { Avatar } from '#web/kit/accounts/avatar.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import type { Change } from '#web/kit/amounts/change-in-percent.ts'
import shared from '#web/kit/lists/work-row.module.css'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { WatchButton } from '#web/kit/watchlist/watch-button.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { WatchRow } from './watch-rows.ts'
import css from './watchlist.module.css'

const missingLabels = {
  nft: t('A work that no longer exists'),
  collection: t('A collection that was removed'),
  account: t('An account'),
} as const

function SubjectLink({ watched: { kind, id }, children }: { watched: Watched; children: ReactNode }) {
  const className = shared.name
  if (kind === 'nft')
    return (
      <Link to="/nft/$id" params={{ id }} className={className}>
        {children}
      </Link>
    )
  if (kind === 'collection')
    return (
      <Link to="/collection/$id/items" params={{ id }} className={className}>
        {children}
      </Link>
    )
  return (
    <Link to="/account/$account/profile" params={{ account: id }} className={className}>
      <bdi>{children}</bdi>
    </Link>
  )
}

export function WatchRowView({ row: { watched, state } }: { row: WatchRow }) {
  const { kind, id, price, at } = watched
  const name = state?.name ?? missingLabels[kind]
  return (
    <li className={`${shared.row} ${css.row}`}>
      <span className={`${shared.picture} ${css.picture}`}>
        {kind === 'account' ? (
          <Avatar account={id} size={80} />
        ) : (
          <WorkPicture media={state?.image ?? null} alt="" sizes="80px" largest={300} ratio={1} />
        )}
      </span>
      <div className={shared.words}>
        {state === null ? (
          <span className={shared.name}>{name}</span>
        ) : (
          <SubjectLink watched={watched}>{name}</SubjectLink>
        )}
        <span className={shared.quiet}>
          {state === null ? id.slice(0, 12) : state.note} ·{' '}
          {rich('added {when}', { when: <RelativeTime at={at} /> })}
        </span>
      </div>
      <dl className={css.facts}>
        <Fact name={titleOf(watched, state)}>
          {state === null || state.price === null ? (
            t('Not listed')
          ) : (
            <AmountText amount={state.price} compact />
          )}
          {state !== null && state.auctionEndsAt !== null && (
            <span className={shared.quiet}>
              {rich('ends in {time}', {
                time: <Countdown until={state.auctionEndsAt} over={t('Ended')} />,
              })}
            </span>
          )}
        </Fact>
        <Fact name={t('When added')}>
          <PriceWhenAdded price={price} kind={kind} />
        </Fact>
        <Fact name={t('Change')}>
          <ChangeText change={state?.change ?? null} />
        </Fact>
      </dl>
      <span className={css.heart}>
        <WatchButton kind={kind} id={id} name={name} price={state?.price ?? null} />
      </span>
    </li>
  )
}

function titleOf({ kind }: Watched, state: WatchRow['state']) {
  if (state !== null && state.auctionEndsAt !== null) return t('Up for auction')
  return kind === 'nft' ? t('Price') : t('Floor')
}

function PriceWhenAdded({ price, kind }: { price: Amount | null; kind: Watched['kind'] }) {
  if (price !== null) return <AmountText amount={price} compact />
  return kind === 'account' ? '–' : t('Not listed')
}

function ChangeText({ change }: { change: Change | null }) {
  if (change === null) return '–'
  return (
    <span className={css.change} data-direction={change.direction}>
      {change.direction === 'same' ? t('Unchanged') : change.text}
    </span>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
