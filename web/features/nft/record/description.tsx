import { useState } from 'react'
import type { Nft } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'
import css from './details.module.css'

/** Longer descriptions are folded. */
const foldedLetters = 420

/** The artist's description, directly below the work. */
export function Description({ nft }: { nft: Pick<Nft, 'metadata'> }) {
  const [open, setOpen] = useState(false)
  const text = nft.metadata?.description.trim() ?? ''
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
