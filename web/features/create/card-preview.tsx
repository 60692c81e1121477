import { ImageOff } from 'lucide-react'
import { t } from '#web/messages.ts'
import type { KeptFile } from '#web/kit/uploads/kept-file.ts'
import card from '#web/kit/nfts/nft-card.module.css'
import css from './minting.module.css'

interface CardPreviewProps {
  display: KeptFile | null
  name: string
  collection: string | null
}

/** The card as it looks in a grid. */
export function CardPreview({ display, name, collection }: CardPreviewProps) {
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
        <p className={card.name}>{name.trim() === '' ? t('Untitled') : name}</p>
        <p className={card.collection}>{collection ?? t('No collection')}</p>
        <dl className={card.facts}>
          <div>
            <dt>{t('Price')}</dt>
            <dd>{t('Not listed')}</dd>
          </div>
        </dl>
      </div>
    </section>
  )
}
