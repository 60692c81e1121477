import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { shortenAddress } from '#contract/rules/accounts.ts'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import { locale, rich, t } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { FiatBeside } from '#web/kit/amounts/fiat-beside.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import css from './collection-card.module.css'
import { truncateDescription } from './truncate-description.ts'
import { VerifiedMark } from './verified-mark.tsx'

interface CollectionCardProps {
  collection: CollectionInfo
  /** True to show the text beside the picture. */
  wide?: boolean
}

export function CollectionCard({ collection, wide = false }: CollectionCardProps) {
  return (
    <CollectionFace
      collection={collection}
      wide={wide}
      Heading="h3"
      name={
        <Link to="/collection/$id/items" params={{ id: collection._id }} className={css.link}>
          {collection.name}
        </Link>
      }
    />
  )
}

interface CollectionFaceProps {
  collection: Pick<
    CollectionInfo,
    'thumbnail' | 'verified' | 'artist' | 'issuer' | 'description' | 'floorPriceDrops' | 'itemsCount'
  >
  name: ReactNode
  /** `p` in the preview of a form, which must not appear in the page's heading outline. */
  Heading: 'h3' | 'p'
  wide?: boolean
}

/** The content of a card. In the preview of a form, the name is not a link. */
export function CollectionFace({ collection, name, Heading, wide = false }: CollectionFaceProps) {
  return (
    <article className={css.card} data-wide={wide || undefined}>
      <WorkPicture
        media={collection.thumbnail}
        alt=""
        sizes="(max-width: 699px) 70vw, (max-width: 1359px) 33vw, 390px"
      />
      <Heading className={css.name}>
        {name}
        {collection.verified && <VerifiedMark />}
      </Heading>
      <p className={css.artist}>
        {rich('by {artist}', {
          artist: <bdi>{collection.artist ?? shortenAddress(collection.issuer)}</bdi>,
        })}
      </p>
      <p className={css.description} title={collection.description}>
        {truncateDescription(collection.description)}
      </p>
      <CollectionFacts {...collection} />
    </article>
  )
}

type Facts = Pick<CollectionInfo, 'floorPriceDrops' | 'itemsCount'>

function CollectionFacts({ floorPriceDrops, itemsCount }: Facts) {
  return (
    <dl className={css.facts}>
      <div>
        <dt>{t('Floor')}</dt>
        <dd>
          {floorPriceDrops === null ? (
            t('None listed')
          ) : (
            <>
              <AmountText amount={floorPriceDrops} compact />
              <FiatBeside amount={floorPriceDrops} compact />
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('Items')}</dt>
        <dd>{itemsCount.toLocaleString(locale)}</dd>
      </div>
    </dl>
  )
}
