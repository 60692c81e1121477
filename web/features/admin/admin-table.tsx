import { type ReactNode, useId } from 'react'
import css from './admin.module.css'

interface AdminTableProps {
  title: string
  /** Counts of everything, under the title. */
  note?: string
  empty: string
  heads: string[]
  rows: { key: string; cells: ReactNode[] }[]
}

/** What scrolls must be reachable by keyboard. */
const reachable = { tabIndex: 0 }

/** A list of things to look after; wide ones scroll in their place. */
export function AdminTable({ title, note = '', empty, heads, rows }: AdminTableProps) {
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
        <div {...reachable} className={css.scroll} role="group" aria-label={`${title}, all columns`}>
          <table className={css.table}>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells }) => (
                <tr key={key}>
                  {cells.map((cell, index) => (
                    <td key={heads[index]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
