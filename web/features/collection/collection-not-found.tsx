import { Link } from '@tanstack/react-router'
import { t } from '#web/messages.ts'
import { NothingFound } from '#web/kit/nothing-found.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import page from '#web/ui/page.module.css'
import css from './collection-page.module.css'

export function CollectionNotFound() {
  return (
    <>
      <div className={css.alone}>
        <h1 className={css.missing}>{t('This collection was not found')}</h1>
        <p className={css.why}>{t('Check the link, or ask for a new one.')}</p>
        <Link to="/collections_explorer" className={buttonClass('primary')}>
          {t('All collections')}
        </Link>
      </div>
      <div className={page.wide}>
        <NothingFound />
      </div>
    </>
  )
}
