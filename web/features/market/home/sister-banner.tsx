import { t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import css from './sister-banner.module.css'

/** The sister marketplace on other chains. Renders nothing if the operator has set none. */
export function SisterBanner() {
  const { sisterMarketplace } = useSettings().links
  if (sisterMarketplace === '') return null
  return (
    <aside className={css.banner} aria-labelledby="sister-marketplace">
      <div>
        <h2 id="sister-marketplace" className={css.title}>
          {t('Beyond one ledger')}
        </h2>
        <p className={css.text}>{t('Our sister marketplace shows works on 14 chains.')}</p>
      </div>
      <ButtonLink href={sisterMarketplace} target="_blank" rel="noopener noreferrer" size="large">
        {t('Visit the multi-chain marketplace')}
      </ButtonLink>
    </aside>
  )
}
