import type { ReactNode } from 'react'
import records from '#web/kit/lists/records.module.css'
import css from './portfolio.module.css'

/** A scrolling element must be focusable for keyboard users. */
const reachable = { tabIndex: 0 }

interface PortfolioTableProps {
  label: string
  heads: readonly string[]
  empty: string
  children: ReactNode[]
}

export function PortfolioTable({ label, heads, empty, children }: PortfolioTableProps) {
  if (children.length === 0) return <p className={records.empty}>{empty}</p>
  return (
    <div {...reachable} className={records.scroll} role="group" aria-label={label}>
      <table className={`${records.table} ${css.table}`}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
