import { ImageOff } from 'lucide-react'
import { t } from '#web/messages.ts'
import css from './picture.module.css'

/** The icon shown instead of a missing picture. */
export function MissingMark() {
  return (
    <span className={css.missing}>
      <ImageOff size={24} strokeWidth={1.25} aria-hidden="true" />
      <span className={css.words}>{t('No picture')}</span>
    </span>
  )
}
