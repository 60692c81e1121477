import { X } from 'lucide-react'
import { t } from '#web/messages.ts'
import css from './chip.module.css'

/** An active filter. A click removes it. */
export function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      className={css.chip}
      onClick={onRemove}
      aria-label={t('Remove the filter {text}', { text })}
    >
      {text}
      <X size={14} aria-hidden="true" />
    </button>
  )
}
