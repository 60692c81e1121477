import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { t } from '#web/messages.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import css from './data-table.module.css'

interface SortHeadProps<S extends string> {
  title: string
  /** The sort orders of this column; null if the column cannot be sorted. */
  sorts: { ascending: S; descending: S } | null
  sort: S
  onSort: (sort: S) => void
  /** True to align the column at its end, for figures. */
  numeric?: boolean
}

/** A column head. Clicking it sorts by the column, clicking again reverses the order. */
export function SortHead<S extends string>({
  title,
  sorts,
  sort,
  onSort,
  numeric = false,
}: SortHeadProps<S>) {
  const alignment = numeric ? 'end' : undefined
  if (sorts === null)
    return (
      <th scope="col" data-align={alignment}>
        {title}
      </th>
    )
  const up = sort === sorts.ascending
  const down = sort === sorts.descending
  const Icon = up ? ArrowUp : down ? ArrowDown : ArrowUpDown
  return (
    <th scope="col" aria-sort={up ? 'ascending' : down ? 'descending' : 'none'} data-align={alignment}>
      <button
        type="button"
        className={css.sort}
        data-active={up || down}
        onClick={() => onSort(up ? sorts.descending : sorts.ascending)}
      >
        {title}
        <Icon size={14} aria-hidden="true" />
      </button>
    </th>
  )
}

/** The head of the watchlist column. */
export const WatchHead = () => (
  <th scope="col" className={css.watch}>
    <VisuallyHidden>{t('Watchlist')}</VisuallyHidden>
  </th>
)
