import type { ReactNode } from 'react'
import css from './filter-group.module.css'

export function FilterGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend className={css.title}>{title}</legend>
      {children}
    </fieldset>
  )
}
