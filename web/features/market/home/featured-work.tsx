import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '#web/messages.ts'
import { nameOf } from '#web/api/people.ts'
import { firstPicture } from '#contract/rules/media.ts'
import type { NftCard } from '#contract/schemas/nfts.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { VerifiedMark } from '#web/kit/collections/verified-mark.tsx'
import { workRatio } from '#web/kit/media/work-ratio.ts'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { WallLabel } from '#web/kit/nfts/wall-label.tsx'
import { mediumOf } from '#contract/words/work-facts.ts'
import { buttonClass } from '#web/ui/button.tsx'
import css from './featured-carousel.module.css'

const { sizes, largest } = firstPicture.featured
/** The next work is preloaded once the first one has loaded. */
const preloadDelayMs = 2000

interface FeaturedWorkProps {
  nft: NftCard
  /** The next work, which is preloaded but not visible. */
  upcoming: NftCard | undefined
  place: string
  /** True if screen readers announce a change. False during autoplay. */
  announced: boolean
  children: ReactNode
}

export function FeaturedWork({ nft, upcoming, place, announced, children }: FeaturedWorkProps) {
  const [loadsNext, setLoadsNext] = useState(false)
  // The server-rendered page already shows the first work, so only later ones are animated.
  const [firstId] = useState(nft.nftokenID)
  const hasTurned = nft.nftokenID !== firstId
  const [turn, setTurn] = useState<{ nft: NftCard; before?: NftCard }>({ nft })
  if (turn.nft.nftokenID !== nft.nftokenID) setTurn({ nft, before: turn.nft })
  const { before } = turn
  useEffect(() => {
    const timer = setTimeout(() => setLoadsNext(true), preloadDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <div className={css.wall}>
        {/* The previous work stays below the next one, which fades in. */}
        {[before, nft].map(
          (work) =>
            work !== undefined && (
              <div
                key={work.nftokenID}
                className={css.framed}
                data-turned={hasTurned && work === nft}
                aria-hidden={work !== nft || undefined}
                inert={work !== nft}
                style={frameOf(work)}
              >
                <WorkPicture
                  media={work.image}
                  alt={work === nft ? work.name : ''}
                  sizes={sizes}
                  ratio={workRatio(work.image)}
                  eager
                  largest={largest}
                />
              </div>
            ),
        )}
        {loadsNext && upcoming !== undefined && (
          <div className={css.ahead} aria-hidden="true">
            <WorkPicture media={upcoming.image} alt="" sizes={sizes} eager largest={largest} />
          </div>
        )}
      </div>
      <div className={css.label}>
        <p className={css.kicker}>{t('A Gateway to Digital Luxury')}</p>
        <div
          key={nft.nftokenID}
          className={css.words}
          data-turned={hasTurned}
          role="group"
          aria-roledescription={t('slide')}
          aria-label={place}
          aria-live={announced ? 'polite' : 'off'}
        >
          <WallLabel
            as="h1"
            look="hero"
            artist={<bdi title={nft.issuer}>{nameOf(nft.issuer)}</bdi>}
            facts={[mediumOf(nft.image)]}
            collection={
              nft.collectionName !== null && (
                <p className={css.by}>
                  {nft.collectionName}
                  {nft.collectionVerified && <VerifiedMark />}
                </p>
              )
            }
          >
            {nft.name}
          </WallLabel>
          <p className={css.price}>
            <Price nft={nft} />
          </p>
          <Link to="/nft/$id" params={{ id: nft.nftokenID }} className={buttonClass('primary', 'large')}>
            {t('View Nft')}
          </Link>
        </div>
        {children}
      </div>
    </>
  )
}

const frameOf = ({ image }: NftCard): Record<`--${string}`, number> => ({ '--ratio': workRatio(image) })

function Price({ nft }: { nft: NftCard }) {
  const price = nft.priceDrops ?? nft.issuedPrice
  if (price !== null) return <AmountText amount={price} />
  if (nft.auction === null) return <span className={css.quiet}>{t('Not listed')}</span>
  return (
    <>
      <span className={css.quiet}>{t('Auction')} </span>
      <AmountText amount={nft.auction.topBid?.amount ?? nft.auction.startAmount} />
    </>
  )
}
