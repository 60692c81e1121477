import { type ReactNode, useId } from 'react'
import css from './section.module.css'

/** Minimum number of items for which the count is shown. */
const countFrom = 10

interface SectionProps {
  title: string
  /** Shown next to the title, for example a toggle or a link. */
  sideContent?: ReactNode
  count?: number
  children: ReactNode
}

export function Section({ title, sideContent, count, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={css.section}>
      <header className={css.head}>
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        {count !== undefined && count >= countFrom && <span className={css.count}>{count}</span>}
        {sideContent !== undefined && <div className={css.aside}>{sideContent}</div>}
      </header>
      {children}
    </section>
  )
}
