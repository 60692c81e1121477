import { t } from '#web/messages.ts'
import css from './skip-link.module.css'

export function SkipLink() {
  return (
    <a href="#main" className={css.link}>
      {t('Skip to the content')}
    </a>
  )
}
