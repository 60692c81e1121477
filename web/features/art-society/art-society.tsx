import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import { t } from '#web/messages.ts'
import { Avatar } from '#web/kit/accounts/avatar.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { verifiedRandomQuery } from '#web/kit/accounts/queries.ts'
import page from '#web/ui/page.module.css'
import css from './art-society.module.css'
import { Carousel } from './carousel.tsx'
import { advantages, values } from './content.ts'
import { GetVerified } from './get-verified.tsx'
import { type Member, members } from './members.ts'

const membersEveryMs = 5000

export function ArtSociety() {
  const { data = [] } = useQuery(verifiedRandomQuery)
  // Returns the member's verified collection. Matching by name is safe: no account can take the name of a verified
  // artist.
  const collectionOf = ({ name }: Member) => data.find(({ artist }) => artist === name)
  return (
    <div className={page.wide}>
      <Hero collections={data} />
      <section className={css.section} aria-labelledby="values">
        <h2 id="values" className={css.heading}>
          {t('Core values')}
        </h2>
        <ul className={css.values}>
          {values.map(([name, text]) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className={css.section} aria-labelledby="members">
        <h2 id="members" className={css.heading}>
          {t('Members')}
        </h2>
        <Carousel
          label={t('Members')}
          everyMs={membersEveryMs}
          infinite
          maxVisible={4}
          items={members.map((member) => ({
            key: member.name,
            content: <MemberCard member={member} collection={collectionOf(member)} />,
          }))}
        />
      </section>
      <section className={css.section} aria-labelledby="advantages">
        <h2 id="advantages" className={css.heading}>
          {t('Advantages')}
        </h2>
        <Carousel
          label={t('Advantages')}
          everyMs={null}
          maxVisible={3}
          items={advantages.map(([name, text]) => ({
            key: name,
            content: (
              <article className={css.member}>
                <h3>{name}</h3>
                <p>{text}</p>
              </article>
            ),
          }))}
        />
      </section>
      <GetVerified />
    </div>
  )
}

interface MemberCardProps {
  member: Member
  /** The member's verified collection, if there is one. */
  collection: CollectionInfo | undefined
}

/** A member; an artist with a verified collection has a portrait, a work and a profile. */
function MemberCard({ member: { name, role, bio }, collection }: MemberCardProps) {
  return (
    <article className={css.member}>
      <div className={css.portrait}>
        <Avatar account={collection?.issuer ?? name} size={72} />
        <div>
          <h3>
            {collection === undefined ? (
              name
            ) : (
              <Link
                to="/account/$account/profile"
                params={{ account: collection.issuer }}
                className={css.profile}
              >
                {name}
              </Link>
            )}
          </h3>
          <p className={css.role}>{role === 'artist' ? t('Artist') : t('Developer')}</p>
        </div>
      </div>
      <p>{bio}</p>
      {collection !== undefined && (
        <div className={css.work}>
          <WorkPicture media={collection.thumbnail} alt="" sizes="320px" largest={500} />
          <p className={css.role}>{collection.name}</p>
        </div>
      )}
    </article>
  )
}

/** Verified collections in a carousel, which does not move under reduced motion. */
function Hero({ collections }: { collections: readonly CollectionInfo[] }) {
  return (
    <header className={css.hero}>
      <h1 className={css.title}>{t('Art Society')}</h1>
      <p className={css.lead}>
        {t(
          'Artists and developers who make the XRP Ledger a place for art. These are some of their verified collections.',
        )}
      </p>
      <div className={css.belt}>
        <ul className={css.moving}>
          {collections.map((collection) => (
            <li key={collection._id} className={css.cover}>
              <Link to="/collection/$id/items" params={{ id: collection._id }}>
                <WorkPicture media={collection.thumbnail} alt="" sizes="240px" largest={500} />
                <span>{collection.name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </header>
  )
}
