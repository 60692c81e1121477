import { t } from '#web/messages.ts'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import css from './sister-banner.module.css'

/** Invites artists to mint their works. */
export function ForArtists() {
  return (
    <section className={css.banner} aria-labelledby="for-artists">
      <div>
        <h2 id="for-artists" className={css.title}>
          {t('For artists')}
        </h2>
        <p className={css.text}>
          {t('Mint your works, set your prices, and receive a royalty on every later sale.')}
        </p>
      </div>
      <Link to="/create" className={buttonClass('outline', 'large')}>
        {t('Create your first work')}
      </Link>
    </section>
  )
}
