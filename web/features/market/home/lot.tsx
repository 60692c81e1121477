import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { shortenAddress } from '#contract/rules/accounts.ts'
import type { Auction, NftCard } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { WallLabel } from '#web/kit/nfts/wall-label.tsx'
import { Changed } from '#web/ui/changed.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import css from './live-auctions.module.css'

interface LotProps {
  nft: NftCard
  auction: Auction
  /** Lot number, starting at 1. */
  number: number
}

/** An auction as a lot of a catalogue: the work, its label, the price to outbid and the clock. */
export function Lot({ nft, auction, number }: LotProps) {
  const title = useId()
  const { topBid, startAmount, endsAt } = auction
  const price = topBid?.amount ?? startAmount
  return (
    <article className={css.lot} aria-labelledby={title}>
      <div className={css.picture}>
        <WorkPicture
          media={nft.image}
          alt=""
          sizes="(max-width: 699px) 40vw, (max-width: 1599px) 22vw, 340px"
        />
      </div>
      <div className={css.words}>
        <p className={css.number}>{t('Lot {number, number}', { number })}</p>
        <WallLabel
          as="h3"
          look="card"
          id={title}
          artist={<bdi>{nft.artist ?? shortenAddress(nft.issuer)}</bdi>}
        >
          <Link to="/nft/$id" params={{ id: nft._id }} className={css.link}>
            {nft.name}
          </Link>
        </WallLabel>
        <dl className={css.facts}>
          <div>
            <dt>{topBid === null ? t('Starts at') : t('Top bid')}</dt>
            <dd>
              <Changed value={JSON.stringify(price)}>
                <AmountText amount={price} compact />
              </Changed>
            </dd>
          </div>
          <div className={css.clock}>
            <dt>{t('Ends in')}</dt>
            <dd>
              <Countdown until={endsAt} over={t('Ended')} />
            </dd>
          </div>
        </dl>
      </div>
    </article>
  )
}
