import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { CartEntry, CartOffer, CartState } from '#contract/schemas/cart.ts'
import { isPositive } from '#contract/rules/money.ts'
import { t, rich } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { FiatBeside } from '#web/kit/amounts/fiat-beside.tsx'
import { type CartWork, changeInCart, removeFromCart } from '#web/kit/cart/cart-store.ts'
import shared from '#web/kit/lists/work-row.module.css'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { RowStatusText } from '#web/wallet/runs/row-status-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { type CartRun, rowOfWork } from './cart-run.ts'
import css from './cart.module.css'

interface CartRowProps {
  work: CartWork
  /** Result of the server's check; undefined until the item is checked. */
  entry: CartEntry | undefined
  run: CartRun | null
  /** True while a run is in progress: the cart cannot be changed. */
  locked: boolean
  onLeave: () => void
}

const buyable: readonly CartState[] = ['takeable', 'price_down']

/** A work in the cart: its current price, changes, and the outcome of its purchase. */
export function CartRow({ work, entry, run, locked, onLeave }: CartRowProps) {
  const { nftokenID } = work
  const name = entry?.name ?? work.name
  return (
    <li
      className={`${shared.row} ${css.row}`}
      data-out={entry !== undefined && !buyable.includes(entry.state)}
    >
      <span className={`${shared.picture} ${css.thumb}`}>
        <WorkPicture media={entry?.image ?? null} alt="" sizes="64px" ratio={1} />
      </span>
      <div className={`${shared.words} ${css.words}`}>
        <Link
          to="/nft/$id"
          params={{ id: nftokenID }}
          className={`${shared.name} ${css.name}`}
          onClick={onLeave}
        >
          {name}
        </Link>
        {entry?.artist != null && <bdi className={`${shared.quiet} ${css.artist}`}>{entry.artist}</bdi>}
        {entry === undefined ? (
          <p className={shared.quiet}>{t('Being checked ...')}</p>
        ) : (
          <Findings entry={entry} name={name} locked={locked} />
        )}
        <Purchase run={run} nftokenID={nftokenID} />
      </div>
      <div className={css.amount}>
        {entry !== undefined && entry.offer !== null && (
          <>
            <AmountText amount={entry.offer.pays} />
            <FiatBeside amount={entry.offer.pays} />
          </>
        )}
      </div>
      <div className={css.remove}>
        {!locked && (
          <IconButton
            label={t('Remove {name} from the cart', { name })}
            onClick={() => removeFromCart([nftokenID])}
          >
            <X size={16} aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </li>
  )
}

/** Results of the server's check of a work. */
function Findings({ entry, name, locked }: { entry: CartEntry; name: string; locked: boolean }) {
  const { nftokenID, artist, collectionName, state, sentence, offer } = entry
  return (
    <>
      {/* Omits the collection's name if the title above already contains it. */}
      {(artist === null || !name.includes(collectionName ?? '')) && (
        <p className={shared.quiet}>{collectionName ?? t('No collection')}</p>
      )}
      {offer !== null && buyable.includes(state) && <Parts offer={offer} />}
      {sentence !== null && (
        <p className={css.change} role="status">
          {sentence}
        </p>
      )}
      {state === 'price_up' && offer !== null && !locked && (
        <Button
          size="small"
          aria-label={t('Accept the new price of {name}', { name })}
          onClick={() =>
            changeInCart([nftokenID], { sellOfferIndex: offer.sellOfferIndex, expectedAmount: offer.price })
          }
        >
          {t('Accept the new price')}
        </Button>
      )}
    </>
  )
}

function Parts({ offer: { fee, royalty, brokered } }: { offer: CartOffer }) {
  return (
    <p className={shared.quiet}>
      {brokered ? <WithFee fee={fee} royalty={royalty} /> : <Direct royalty={royalty} />}
    </p>
  )
}

function WithFee({ fee, royalty }: Pick<CartOffer, 'fee' | 'royalty'>) {
  const amount = <AmountText amount={fee} />
  return isPositive(royalty)
    ? rich('Includes a fee of {fee} and a royalty of {royalty}', {
        fee: amount,
        royalty: <AmountText amount={royalty} />,
      })
    : rich('Includes a fee of {amount}', { amount })
}

function Direct({ royalty }: Pick<CartOffer, 'royalty'>) {
  return isPositive(royalty)
    ? rich('Direct offer: no fee, royalty of {royalty}', {
        royalty: <AmountText amount={royalty} />,
      })
    : t('Direct offer, without a fee')
}

/** Outcome of a work's purchase. Renders nothing if the work was not part of the latest run. */
function Purchase({ run, nftokenID }: { run: CartRun | null; nftokenID: string }) {
  const part = run === null ? null : rowOfWork(run, nftokenID)
  if (part === null) return null
  const { row, waits, isShared } = part
  if (waits) return <RowStatusText status="ready" replacement={t('Waiting for its turn')} />
  if (row === null || row.status === 'ready' || row.status === 'success') return null
  return (
    <div role="status">
      <RowStatusText
        status={row.status}
        replacement={row.status === 'failed' ? t('Not bought', { context: 'cart' }) : undefined}
      />
      {row.message !== null && !isShared && <p className={shared.quiet}>{row.message}</p>}
    </div>
  )
}
