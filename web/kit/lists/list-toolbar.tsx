import type { ReactNode } from 'react'
import { t } from '#web/messages.ts'
import css from './list-toolbar.module.css'
import { X } from 'lucide-react'

export interface ActiveFilter {
  key: string
  text: string
  remove: () => void
}

interface ListToolbarProps {
  /** Total count; undefined until it is loaded. */
  count: number | undefined
  /** Formats the count: "12 items". */
  countWords: (count: number) => string
  filters: ActiveFilter[]
  onClear: () => void
  /** A button beside the count that acts on the whole list. */
  action?: ReactNode
  children: ReactNode
}

/** The bar above a list: count and active filters, with the sort order on the right. */
export function ListToolbar({ count, countWords, filters, onClear, action, children }: ListToolbarProps) {
  return (
    <div className={css.toolbar}>
      <p role="status" className={css.count}>
        {count === undefined ? '…' : countWords(count)}
      </p>
      {action}
      <div className={css.chips}>
        {filters.map(({ key, text, remove }) => (
          <Chip key={key} text={text} onRemove={remove} />
        ))}
        {filters.length > 1 && (
          <button type="button" className={css.clear} onClick={onClear}>
            {t('Clear all')}
          </button>
        )}
      </div>
      <div className={css.order}>{children}</div>
    </div>
  )
}

/** An active filter. A click removes it. */
function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
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
