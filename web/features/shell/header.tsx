import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import css from './header.module.css'
import { ThemeToggle } from './theme-toggle.tsx'

/** Wordmark, theme, and what the root puts in: requests and wallet. */
export function Header({ children }: { children: ReactNode }) {
  return (
    <header className={css.header}>
      <div className={css.inner}>
        <Link to="/" className={css.wordmark} aria-label="OPX, to the home page">
          OPX
        </Link>
        <div className={css.tools}>
          <ThemeToggle />
          {children}
        </div>
      </div>
    </header>
  )
}
