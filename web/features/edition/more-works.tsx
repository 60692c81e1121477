import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Edition } from '#contract/schemas/editions.ts'
import { t } from '#web/messages.ts'
import { collectionNftsQuery } from '#web/kit/collections/queries.ts'
import { NftCard } from '#web/kit/nfts/nft-card.tsx'
import { Section } from '#web/ui/section.tsx'
import css from './edition.module.css'

const maxEditions = 4

/** Works of the edition's collection. */
export function MoreWorks({ edition: { collectionId: id, collectionName: name } }: { edition: Edition }) {
  const { data } = useInfiniteQuery(collectionNftsQuery({ query: { id, sort: 'unset' } }))
  const works = data?.pages[0]?.nfts.slice(0, maxEditions) ?? []
  if (works.length === 0) return null
  return (
    <Section
      title={t('More from this collection')}
      sideContent={
        <Link to="/collection/$id/items" params={{ id }} className={css.all}>
          {t('All of {name}', { name })}
        </Link>
      }
    >
      <ul className={css.more}>
        {works.map((nft) => (
          <li key={nft._id}>
            <NftCard nft={nft} ofCollection />
          </li>
        ))}
      </ul>
    </Section>
  )
}
