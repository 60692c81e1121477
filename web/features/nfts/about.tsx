import type { CollectionInfo, Nft } from '#worker/contract/nfts.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import css from './details.module.css'

const linkNames = [
  ['website', 'Website'],
  ['twitter', 'Twitter'],
  ['telegram', 'Telegram'],
  ['discord', 'Discord'],
  ['medium', 'Medium'],
  ['facebook', 'Facebook'],
] as const

export function About({ nft, collection }: { nft: Nft; collection: CollectionInfo | null }) {
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
          <ul className={css.links}>
            {linkNames.map(([key, name]) => {
              const href = collection.links[key]
              return isWebAddress(href) ? (
                <li key={key}>
                  <ExternalLink href={href}>{name}</ExternalLink>
                </li>
              ) : null
            })}
          </ul>
        </section>
      )}
    </div>
  )
}

/** Links come from users: only web addresses become links. */
function isWebAddress(href: string | undefined): href is string {
  return href !== undefined && /^https?:\/\//i.test(href)
}
