import { type ReactNode, useId } from 'react'
import css from '#web/kit/lists/records.module.css'

interface RecordSectionProps {
  title: string
  empty: string
  count: number
  children: ReactNode
}

export function RecordSection({ title, empty, count, children }: RecordSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={css.title}>
        {title}
        {count > 0 && <span className={css.count}>{count}</span>}
      </h2>
      {count === 0 ? (
        <p className={css.empty}>{empty}</p>
      ) : (
        <div className={css.scroll} data-sideways>
          {children}
        </div>
      )}
    </section>
  )
}
