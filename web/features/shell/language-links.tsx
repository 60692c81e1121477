import { locale, t } from '#web/messages.ts'
import css from './footer.module.css'
import { addressIn, offeredLanguages, setLanguage } from './language.ts'

/** Links to the languages of the site, each in its own language. Renders nothing if there is only one. */
export function LanguageLinks() {
  if (offeredLanguages.length < 2) return null
  return (
    <nav aria-label={t('Language')} className={css.languages}>
      <ul>
        {offeredLanguages.map(([language, name]) => (
          <li key={language}>
            <a
              href={addressIn(language)}
              hrefLang={language}
              lang={language}
              className={css.link}
              aria-current={language === locale ? 'true' : undefined}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                setLanguage(language)
              }}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
