import { type ReactNode, useId } from 'react'
import { locale, t } from '#web/messages.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import css from './admin.module.css'

/** Header and cell content of each column. */
export type Column<Row> = readonly [head: string, cell: (row: Row) => ReactNode]

interface AdminTableProps<Row> {
  title: string
  /** Total counts, shown below the title. */
  note?: string
  empty: string
  columns: readonly Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string
  /** Shown below the rows, for example a button to load more. */
  children?: ReactNode
}

/** A scrolling element must be focusable for keyboard users. */
const reachable = { tabIndex: 0 }

/** A table of items that need attention. A wide table scrolls horizontally. */
export function AdminTable<Row>(props: AdminTableProps<Row>) {
  const { title, note = '', empty, columns, rows, keyOf, children } = props
  const id = useId()
  return (
    <section aria-labelledby={id} className={css.section}>
      <h2 id={id} className={css.heading}>
        {title}
      </h2>
      {note !== '' && <p className={css.note}>{note}</p>}
      {rows.length === 0 ? (
        <p className={css.note}>{empty}</p>
      ) : (
        <div
          {...reachable}
          className={css.scroll}
          data-sideways
          role="group"
          aria-label={t('{title}, all columns', { title })}
        >
          <table className={css.table}>
            <thead>
              <tr>
                {columns.map(([head]) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={keyOf(row)}>
                  {columns.map(([head, cell]) => (
                    <td key={head}>{cell(row)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {children}
    </section>
  )
}

export const number = (value: number) => value.toLocaleString(locale)

/** Formats counts by name as one line of text. */
export const countsInWords = (counts: Record<string, number>) =>
  Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => t('{label}: {value}', { label: name, value: number(count) }))
    .join(' · ')

export const since: Column<{ since: string }> = [t('Since'), (row) => <RelativeTime at={row.since} />]
export const state: Column<{ state: string }> = [t('State'), (row) => row.state]
