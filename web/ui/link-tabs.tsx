import { type ReactNode, useEffect, useRef } from 'react'
import css from './link-tabs.module.css'

export const linkTab = css.tab

/** Links to the sections of a page, in a scrollable row. Scrolls the link of the current page into view. */
export function LinkTabs({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  const lastTab = useRef<Element | null>(null)
  useEffect(() => {
    const current = row.current?.querySelector('[aria-current="page"]') ?? null
    // Runs only for a new tab, because visitors also scroll the row themselves.
    if (row.current === null || current === null || current === lastTab.current) return
    lastTab.current = current
    const box = row.current.getBoundingClientRect()
    const tab = current.getBoundingClientRect()
    if (tab.left < box.left || tab.right > box.right)
      row.current.scrollLeft += tab.left - box.left - (box.width - tab.width) / 2
  })
  return (
    <nav ref={row} aria-label={label} className={css.tabs} data-sideways>
      {children}
    </nav>
  )
}
