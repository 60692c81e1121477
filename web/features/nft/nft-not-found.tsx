import { Link } from '@tanstack/react-router'
import { t } from '#web/messages.ts'
import { NothingFound } from '#web/kit/nothing-found.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import page from '#web/ui/page.module.css'
import css from './nft-page.module.css'

export function NftNotFound() {
  return (
    <>
      <div className={css.alone}>
        <h1 className={css.missing}>{t('This NFT was not found')}</h1>
        <p className={css.why}>{t('We could not find this work. The link may be incomplete.')}</p>
        <Link to="/" className={buttonClass('primary')}>
          {t('To the home page')}
        </Link>
      </div>
      <div className={page.wide}>
        <NothingFound />
      </div>
    </>
  )
}
