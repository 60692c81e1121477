import { Link } from '@tanstack/react-router'
import type { Amount } from '#contract/schemas/amounts.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import { t } from '#web/messages.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { VerifiedMark } from '#web/kit/collections/verified-mark.tsx'
import { WallLabel } from '#web/kit/nfts/wall-label.tsx'
import { workFacts } from '#contract/words/work-facts.ts'
import { PageTools } from '#web/kit/page-tools.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import css from './nft-heading.module.css'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'

interface NftHeadingProps {
  nft: Pick<Nft, '_id' | 'metadata' | 'onDemandMint' | 'issuer' | 'owner' | 'burned' | 'rarity'> & {
    nftokenID: string | null
    history?: Nft['history']
  }
  collection: CollectionInfo | null
  viewer: string | null
  /** The current price. */
  price?: Amount | null | undefined
}

/** The label beside a work, with its title, owner and rank. */
export function NftHeading({ nft, collection, viewer, price = null }: NftHeadingProps) {
  return (
    <header className={css.heading}>
      <WallLabel
        as="h1"
        look="page"
        artist={
          <>
            <VisuallyHidden>{t('Creator')} </VisuallyHidden>
            <Address account={nft.issuer} viewer={viewer} full />
          </>
        }
        facts={workFacts(nft)}
        collection={
          <p className={css.collection}>
            {collection === null ? (
              t('No collection')
            ) : (
              <Link to="/collection/$id/items" params={{ id: collection._id }} className={css.link}>
                {collection.name}
              </Link>
            )}
            {collection?.verified === true && <VerifiedMark />}
            {nft.onDemandMint && <span className={css.demand}>{t('Demand')}</span>}
          </p>
        }
      >
        {nftTitle(nft)}
      </WallLabel>
      <div className={css.share}>
        <PageTools
          watch={nft.burned ? null : { kind: 'nft', id: nft._id, name: nftTitle(nft), price }}
          share={{ embed: nft.nftokenID ?? nft._id }}
        />
      </div>
      <dl className={css.people}>
        <div>
          <dt>{t('Owner')}</dt>
          <dd>{nft.burned ? t('Nobody') : <Address account={nft.owner} viewer={viewer} full />}</dd>
        </div>
        {nft.rarity !== null && (
          <div>
            <dt>{t('Rarity rank')}</dt>
            <dd className={css.rank}>{nft.rarity.rank}</dd>
          </div>
        )}
      </dl>
    </header>
  )
}
