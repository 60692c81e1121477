import type { Nft } from '#worker/contract/nfts.ts'
import type { CollectionInfo } from '#worker/contract/collection-info.ts'
import { SocialLinks } from '#web/kit/social-links.tsx'
import css from './details.module.css'

export function About({
  nft,
  collection,
}: {
  nft: Pick<Nft, 'metadata'>
  collection: CollectionInfo | null
}) {
  const description = nft.metadata?.description.trim() ?? ''
  return (
    <div className={css.about}>
      {description === '' ? (
        <p className={css.quiet}>Nothing was written about this NFT.</p>
      ) : (
        <p className={css.prose}>{description}</p>
      )}
      {collection !== null && (
        <section>
          <h3 className={css.subtitle}>The collection: {collection.name}</h3>
          <p className={css.prose}>{collection.description}</p>
          <div className={css.links}>
            <SocialLinks links={collection.links} />
          </div>
        </section>
      )}
    </div>
  )
}
