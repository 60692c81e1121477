import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '#web/messages.ts'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { verifiedRandomQuery } from '#web/kit/accounts/queries.ts'
import { Identicon } from '#web/ui/identicon.tsx'
import page from '#web/ui/page.module.css'
import css from './art-society.module.css'
import { Carousel } from './carousel.tsx'
import { advantages, values } from './content.ts'
import { GetVerified } from './get-verified.tsx'
import { members } from './members.ts'

const membersEveryMs = 5000

export function ArtSociety() {
  return (
    <div className={page.wide}>
      <Hero />
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
          items={members.map(({ name, role, bio }) => ({
            key: name,
            content: (
              <article className={css.member}>
                <Identicon seed={name} size={56} />
                <h3>{name}</h3>
                <p className={css.role}>{role === 'artist' ? t('Artist') : t('Developer')}</p>
                <p>{bio}</p>
              </article>
            ),
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

/** Verified collections in a carousel, which does not move under reduced motion. */
function Hero() {
  const { data = [] } = useQuery(verifiedRandomQuery)
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
          {data.map((collection) => (
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
