import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useId, useRef } from 'react'
import { shortenAddress } from '#contract/rules/accounts.ts'
import { firstPicture } from '#contract/rules/media.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import type { DemandCard, NftCard as Token } from '#contract/schemas/nfts.ts'
import { rich, t } from '#web/messages.ts'
import { readCredentials } from '#web/api/credentials.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { FiatBeside } from '#web/kit/amounts/fiat-beside.tsx'
import { kindName } from '#contract/words/work-facts.ts'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { useLongPress } from '#web/ui/use-long-press.ts'
import { Changed } from '#web/ui/changed.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import css from './nft-card.module.css'
import { WallLabel } from './wall-label.tsx'

const CardTools = lazyPart(async () => (await import('./card-tools.tsx')).CardTools)

type Card = Token | DemandCard

interface NftCardProps {
  nft: Card
  /** True in a list of one collection, so that the collection's name is not repeated. */
  ofCollection?: boolean
  /** Buys a listing immediately. Shown on hover and focus, and triggered by a long press. Not for own works. */
  onBuy?: (nftokenID: string) => void
  /** The latest sale, shown instead of the price, with the red dot that galleries use. */
  sale?: { amount: Amount; date: string }
  /** Reason why nothing in the collection can be bought now; null if buying is possible. */
  barred?: string | null
}

/** A work in a grid: picture, artist, name, collection, and price or state. The whole card links to the work. */
export function NftCard({ nft, ofCollection = false, onBuy, sale, barred = null }: NftCardProps) {
  const title = useId()
  const picture = useRef<HTMLDivElement>(null)
  const quick = onBuy !== undefined && isBuyable(nft) && !isOwn(nft) ? () => onBuy(nft.nftokenID) : undefined
  const press = useLongPress(barred === null ? quick : undefined)
  return (
    <article className={css.card} aria-labelledby={title} {...press}>
      <div className={css.picture} ref={picture}>
        <WorkPicture
          media={nft.image}
          kind={nft.kind}
          alt=""
          sizes={firstPicture.card.sizes}
          sealed={nft.nftokenID === null && nft.image === null}
        />
        <KindBadge nft={nft} />
        {quick !== undefined && (
          <button
            type="button"
            className={css.quick}
            onClick={barred === null ? quick : undefined}
            aria-disabled={barred !== null}
            aria-label={t('Buy Now: {name}', { name: nft.name })}
            {...(barred === null ? {} : { title: barred, 'aria-description': barred })}
          >
            {t('Buy Now')}
          </button>
        )}
      </div>
      <div className={css.label}>
        <WallLabel
          as="h3"
          look="card"
          id={title}
          artist={<bdi>{nft.artist ?? shortenAddress(nft.issuer)}</bdi>}
          collection={
            <p className={css.collection}>
              {!ofCollection && !isInTitle(nft) && (
                <span className={css.from}>{nft.collectionName ?? t('No collection')}</span>
              )}
              {ofCollection && nft.rarity !== null && (
                <span className={css.rank} title={t('Rarity rank within the collection; 1 is the rarest')}>
                  {t('Rarity {rank, number}', { rank: nft.rarity.rank })}
                </span>
              )}
              {nft.nftokenID === null && <span className={css.demand}>{t('Demand')}</span>}
            </p>
          }
        >
          <Link
            to="/nft/$id"
            params={{ id: nft._id }}
            className={css.link}
            viewTransition
            onClick={() => growFrom(picture.current)}
          >
            {nft.name}
          </Link>
        </WallLabel>
      </div>
      <SaleFacts nft={nft} sale={sale} />
      <div className={css.tools}>
        <Suspense fallback={null}>
          <CardTools nft={nft} buyable={isBuyable(nft)} barred={barred} />
        </Suspense>
      </div>
    </article>
  )
}

/** Shows the kind of a work that is more than a picture. Without a picture, the cover already shows the kind. */
function KindBadge({ nft: { image, kind } }: { nft: Card }) {
  if (image === null || kind === null || kind === 'image') return null
  return <span className={css.kind}>{kindName(kind)}</span>
}

/** The picture that has the transition name. If its work was opened in another tab, the card is still on the page. */
let grownCard: HTMLElement | null = null

/**
 * Names the picture so that it grows into the stage of the work's page (MDN, "View Transition API"). Only one element
 * may have the name.
 */
function growFrom(picture: HTMLElement | null): void {
  grownCard?.style.removeProperty('view-transition-name')
  grownCard = picture
  document.querySelector<HTMLElement>('[data-stage]')?.style.setProperty('view-transition-name', 'none')
  picture?.style.setProperty('view-transition-name', 'work')
}

/** Returns true if the work's name contains the collection's name, which is then not shown. */
const isInTitle = ({ name, collectionName }: Card) =>
  collectionName !== null && name.toLowerCase().includes(collectionName.toLowerCase())

/** Returns true if the work is listed at a fixed price. */
const isBuyable = (nft: Card): nft is Token =>
  nft.nftokenID !== null && nft.auction === null && (nft.priceDrops ?? nft.issuedPrice) !== null

const isOwn = ({ owner }: Card) => readCredentials().session()?.account === owner

function SaleFacts({ nft, sale }: Pick<NftCardProps, 'nft' | 'sale'>) {
  if (sale === undefined)
    return (
      <dl className={css.facts}>
        <State nft={nft} />
      </dl>
    )
  return (
    <p className={css.sold}>
      <span className={css.dot} aria-hidden="true" />
      <span>
        {rich('Sold, {price}, {when}', {
          price: <AmountText amount={sale.amount} compact />,
          when: <RelativeTime at={sale.date} />,
        })}
      </span>
    </p>
  )
}

function State({ nft }: { nft: Card }) {
  if (nft.auction !== null) {
    const { topBid, startAmount, endsAt } = nft.auction
    return (
      <>
        <Fact name={t('Ends in')}>
          <Countdown until={endsAt} over={t('Ended')} />
        </Fact>
        <Fact name={topBid === null ? t('Starts at') : t('Top bid')}>
          <Price amount={topBid?.amount ?? startAmount} />
        </Fact>
      </>
    )
  }
  const price = nft.priceDrops ?? nft.issuedPrice
  return (
    <>
      <Fact name={t('Price')}>{price === null ? t('Not listed') : <Price amount={price} />}</Fact>
      {nft.lastSale !== null && (
        <Fact name={t('Last sale')}>
          <Price amount={nft.lastSale} />
        </Fact>
      )}
    </>
  )
}

function Price({ amount }: { amount: Amount }) {
  return (
    <>
      <Changed value={JSON.stringify(amount)}>
        <AmountText amount={amount} compact />
      </Changed>
      <FiatBeside amount={amount} compact />
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
