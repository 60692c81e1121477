import type { ReactNode } from 'react'
import { firstPicture } from '#worker/contract/media.ts'
import { percentOf } from '#web/kit/amounts/percent.ts'
import type { CollectionInfo } from '#worker/contract/collection-info.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { UsdCompact } from '#web/kit/amounts/usd-text.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import facts from '#web/ui/facts.module.css'
import css from './collection-page.module.css'
import { CollectionActions } from './collection-actions.tsx'
import { SocialLinks } from '#web/kit/social-links.tsx'
import { VerifiedMark } from '#web/kit/collections/verified-mark.tsx'

export function CollectionHeader({ collection }: { collection: CollectionInfo }) {
  const viewer = useAccount()
  const { name, verified, description, thumbnail, issuer, floorPriceDrops, itemsCount, mintCount } =
    collection
  return (
    <header className={css.header}>
      <div className={css.cover}>
        <WorkPicture media={thumbnail} alt="" sizes={firstPicture.cover.sizes} ratio={1} eager />
      </div>
      <div className={css.words}>
        <h1 className={css.name}>
          {name}
          {verified && <VerifiedMark />}
        </h1>
        <div className={css.by}>
          by <Address account={issuer} viewer={viewer} full />
        </div>
        {collection.notAnnounced && <p className={css.notice}>This collection has not been announced yet.</p>}
        {description !== '' && (
          <details className={css.description}>
            <summary>{description}</summary>
          </details>
        )}
        <SocialLinks links={collection.links} />
        <CollectionActions collection={collection} />
        <dl className={facts.facts}>
          <Fact name="Floor price">
            {floorPriceDrops === null ? 'None listed' : <AmountText amount={floorPriceDrops} compact />}
          </Fact>
          <Fact name="Items">{itemsCount.toLocaleString('en')}</Fact>
          <Fact name="Minted">{percentOf(mintCount, itemsCount)} %</Fact>
          <Fact name="Owners">{collection.ownersCount.toLocaleString('en')}</Fact>
          <Fact name="Listed">{collection.listedCount.toLocaleString('en')}</Fact>
          <Fact name="24h volume">
            {collection.volumeUsd === null ? (
              <AmountText amount={collection.volumeDrops} compact />
            ) : (
              <UsdCompact usd={collection.volumeUsd} />
            )}
          </Fact>
        </dl>
      </div>
    </header>
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
