import { Link } from '@tanstack/react-router'
import { firstPicture } from '#contract/rules/media.ts'
import { isPending } from '#contract/rules/splits.ts'
import type { CollectionReply } from '#contract/schemas/collection-info.ts'
import { t, rich, slot } from '#web/messages.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import css from './collection-page.module.css'
import { CollectionActions } from './collection-actions.tsx'
import { CollectionFigures } from './collection-figures.tsx'
import { SocialLinks } from '#web/kit/social-links.tsx'
import { VerifiedMark } from '#web/kit/collections/verified-mark.tsx'

const { sizes, largest } = firstPicture.cover

/**
 * The cover beside the collection's name, description, actions and statistics. The cover is small on phones, so that
 * works are visible on the first screen.
 */
export function CollectionHeader({ collection }: { collection: CollectionReply }) {
  const viewer = useAccount()
  const { name, verified, description, thumbnail, issuer } = collection
  return (
    <header className={css.header}>
      <div className={css.cover}>
        <WorkPicture media={thumbnail} alt="" sizes={sizes} largest={largest} ratio={1} eager />
      </div>
      <div className={css.words}>
        <h1 className={css.name}>
          {name}
          {verified && <VerifiedMark />}
        </h1>
        <div className={css.by}>
          {rich('by {address}', { address: <Address account={issuer} viewer={viewer} full /> })}
        </div>
        {collection.notAnnounced && (
          <p className={css.notice}>{t('This collection has not been announced yet.')}</p>
        )}
        {isPending(collection.split) && (
          <p className={css.notice}>
            {rich(
              'Works minted on demand cannot be sold until all payees have agreed. <link>See who is missing</link>',
              {
                link: (
                  <Link to="/collection/$id/revenue" params={{ id: collection._id }}>
                    {slot}
                  </Link>
                ),
              },
            )}
          </p>
        )}
        {description !== '' && (
          <details className={css.description}>
            <summary>{description}</summary>
          </details>
        )}
        <div className={css.bar}>
          <SocialLinks links={collection.links} />
          <CollectionActions collection={collection} />
        </div>
        <CollectionFigures collection={collection} />
      </div>
    </header>
  )
}
