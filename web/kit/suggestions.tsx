import { useQuery } from '@tanstack/react-query'
import { t } from '#web/messages.ts'
import { operationQuery } from '#web/api/queries.ts'
import { CollectionCard } from '#web/kit/collections/collection-card.tsx'
import layout from '#web/kit/lists/list-layout.module.css'
import { NftCard } from '#web/kit/nfts/nft-card.tsx'
import { Section } from '#web/ui/section.tsx'

/** Fills one row of four, or two rows of two. */
const suggestionCount = 4

/** Featured works and active collections, both at once, so that neither moves the other. */
export function Suggestions() {
  const collections = useQuery(operationQuery('getCollections', { query: { announced: 'true' } }))
  const works = useQuery(operationQuery('getFeaturedNfts', {}))
  if (collections.isLoading || works.isLoading) return null
  const firstCollections = collections.data?.list.slice(0, suggestionCount) ?? []
  const popular = works.data?.slice(0, suggestionCount) ?? []
  return (
    <>
      {popular.length > 0 && (
        <Section title={t('Popular works')}>
          <ul className={layout.works} data-four>
            {popular.map((nft) => (
              <li key={nft._id}>
                <NftCard nft={nft} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {firstCollections.length > 0 && (
        <Section title={t('Collections to explore')}>
          <ul className={layout.collections} data-four>
            {firstCollections.map((collection) => (
              <li key={collection._id}>
                <CollectionCard collection={collection} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
