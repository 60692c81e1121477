import { useQuery } from '@tanstack/react-query'
import { t } from '#web/messages.ts'
import { CollectionCard } from '#web/kit/collections/collection-card.tsx'
import { useIsLive } from '#web/kit/live/live-state.ts'
import { NftCard } from '#web/kit/nfts/nft-card.tsx'
import { WorksSkeleton } from '#web/kit/nfts/works-skeleton.tsx'
import { Section } from '#web/ui/section.tsx'
import css from './works-grid.module.css'
import { newsQuery } from './queries.ts'
import strip from './featured-collections.module.css'

const refreshMs = 15_000

/** New listings, recent sales and upcoming announcements. Empty sections are omitted. */
export function News() {
  const isLive = useIsLive()
  const { data } = useQuery({
    ...newsQuery,
    refetchInterval: isLive ? false : refreshMs,
  })
  if (data === undefined)
    return (
      <Section title={t('Just listed')}>
        <WorksSkeleton />
      </Section>
    )
  const { listed, sold, drops } = data
  return (
    <>
      {listed.length > 0 && (
        <Section title={t('Just listed')}>
          <ul className={css.grid}>
            {listed.map((nft) => (
              <li key={nft._id}>
                <NftCard nft={nft} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {sold.length > 0 && (
        <Section title={t('Just sold')}>
          <ul className={css.grid}>
            {sold.map(({ nft, amount, date, txid }) => (
              <li key={txid}>
                <NftCard nft={nft} sale={{ amount, date }} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {drops.length > 0 && (
        <Section title={t('Soon to be announced')}>
          <ul className={strip.strip}>
            {drops.map((collection) => (
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
