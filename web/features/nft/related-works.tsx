import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import type { NftCard as Card } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'
import { NftCard } from '#web/kit/nfts/nft-card.tsx'
import { relatedWorksQuery } from '#web/kit/nfts/queries.ts'
import { Section } from '#web/ui/section.tsx'
import css from './related-works.module.css'

interface RelatedWorksProps {
  id: string
  collection: CollectionInfo | null
  issuer: string
  /** Height reserved until the works are loaded. */
  height: string
}

/** More works of the collection and of the artist. Renders nothing if there are none or they cannot be loaded. */
export function RelatedWorks({ id, collection, issuer, height }: RelatedWorksProps) {
  const { data, isPending } = useQuery(relatedWorksQuery(id))
  if (isPending) return <div style={{ minBlockSize: height }} />
  if (data === undefined) return null
  return (
    <>
      {collection !== null && (
        <Strip
          title={t('More from this collection')}
          works={data.collection}
          isRepeated
          link={
            <Link to="/collection/$id/items" params={{ id: collection._id }} className={css.all}>
              {t('All of {name}', { name: collection.name })}
            </Link>
          }
        />
      )}
      <Strip
        title={t('More by this artist')}
        works={data.artist}
        link={
          <Link to="/account/$account/profile/collections" params={{ account: issuer }} className={css.all}>
            {t('All collections')}
          </Link>
        }
      />
    </>
  )
}

interface StripProps {
  title: string
  works: Card[]
  link: ReactNode
  /** True if all cards would show the same collection name. */
  isRepeated?: boolean
}

function Strip({ title, works, link, isRepeated = false }: StripProps) {
  if (works.length === 0) return null
  return (
    <Section title={title} sideContent={link}>
      <ul className={css.strip} data-sideways>
        {works.map((nft) => (
          <li key={nft._id}>
            <NftCard nft={nft} ofCollection={isRepeated} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
