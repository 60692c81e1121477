import { useState } from 'react'
import { t } from '#web/messages.ts'
import css from './details.module.css'

/** Longer descriptions are collapsed. */
const foldedLetters = 420

/** The artist's description of a work. While the work is sealed, that of its collection. */
export function Description({ of }: { of: { description: string } | null }) {
  const [open, setOpen] = useState(false)
  const text = of?.description.trim() ?? ''
  if (text === '') return null
  const long = text.length > foldedLetters
  return (
    <section aria-label={t('Description')}>
      <p className={css.description} data-folded={long && !open}>
        {text}
      </p>
      {long && (
        <button type="button" className={css.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('Show less') : t('Read more')}
        </button>
      )}
    </section>
  )
}
