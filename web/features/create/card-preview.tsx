import { ImageOff } from 'lucide-react'
import { nameOf } from '#web/api/people.ts'
import { t } from '#web/messages.ts'
import type { KeptFile } from '#web/kit/uploads/kept-file.ts'
import card from '#web/kit/nfts/nft-card.module.css'
import { WallLabel } from '#web/kit/nfts/wall-label.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import css from './minting.module.css'

interface CardPreviewProps {
  display: KeptFile | null
  name: string
  collection: string | null
  /** Null if the work is not listed. */
  price?: string | null
}

/** The card as it looks in a grid. */
export function CardPreview({ display, name, collection, price = null }: CardPreviewProps) {
  const account = useAccount()
  return (
    <section className={css.card} aria-label={t('Preview of the card')}>
      <p className={css.quiet}>{t('Preview')}</p>
      <div className={card.card}>
        <div className={css.picture}>
          {display === null ? (
            <ImageOff size={24} strokeWidth={1.25} aria-hidden="true" />
          ) : display.kind === 'video' ? (
            <video src={display.src} muted loop autoPlay playsInline aria-hidden="true" />
          ) : (
            <img src={display.src} alt="" />
          )}
        </div>
        <div className={card.label}>
          <WallLabel
            as="h2"
            look="card"
            artist={account !== null && <bdi>{nameOf(account)}</bdi>}
            collection={<p className={card.collection}>{collection ?? t('No collection')}</p>}
          >
            {name.trim() === '' ? t('Untitled') : name}
          </WallLabel>
        </div>
        <dl className={card.facts}>
          <div>
            <dt>{t('Price')}</dt>
            <dd>{price ?? t('Not listed')}</dd>
          </div>
        </dl>
      </div>
    </section>
  )
}
