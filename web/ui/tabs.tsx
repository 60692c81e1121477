import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import css from './tabs.module.css'

interface TabsProps {
  label: string
  tabs: { value: string; title: string; content: ReactNode }[]
}

export function Tabs({ label, tabs }: TabsProps) {
  return (
    <Base.Root defaultValue={tabs[0]?.value}>
      <Base.List aria-label={label} className={css.list}>
        {tabs.map(({ value, title }) => (
          <Base.Tab key={value} value={value} className={css.tab}>
            {title}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ value, content }) => (
        <Base.Panel key={value} value={value} className={css.panel}>
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
