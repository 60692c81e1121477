import { Link } from '@tanstack/react-router'
import { MenuIcon, Moon, Search, Sun, X } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '#web/messages.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './header.module.css'
import { setTheme, useTheme } from './theme.ts'

/** The pages linked in the header. */
const mainLinks = [
  { to: '/collections_explorer', title: t('Explore') },
  { to: '/create', title: t('Create') },
] as const

interface HeaderProps {
  /** The search box. On phones it opens over the header. */
  search: (onDone: () => void) => ReactNode
  /** The request and wallet buttons. */
  children: ReactNode
}

export function Header({ search, children }: HeaderProps) {
  const [isSearching, setSearching] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const closeSearch = () => setSearching(false)
  useEffect(() => {
    if (isSearching) place.current?.querySelector('input')?.focus()
  }, [isSearching])
  return (
    <header className={css.header}>
      <div className={css.inner}>
        <Link to="/" className={css.wordmark} aria-label={t('OPX home page')}>
          OPX
        </Link>
        <nav aria-label={t('Main')} className={css.links}>
          {mainLinks.map(({ to, title }) => (
            <Link key={to} to={to} className={css.link}>
              {title}
            </Link>
          ))}
        </nav>
        <div ref={place} className={css.search} data-open={isSearching}>
          {search(closeSearch)}
          <span className={css.phone}>
            <IconButton label={t('Close the search')} onClick={closeSearch}>
              <X size={18} aria-hidden="true" />
            </IconButton>
          </span>
        </div>
        <div className={css.tools}>
          <span className={css.phone}>
            <IconButton label={t('Search')} onClick={() => setSearching(true)}>
              <Search size={18} aria-hidden="true" />
            </IconButton>
          </span>
          <span className={css.wide}>
            <ThemeToggle />
          </span>
          {children}
          <span className={css.phone}>
            <PhoneMenu />
          </span>
        </div>
      </div>
    </header>
  )
}

function ThemeToggle() {
  const theme = useTheme()
  return theme === 'dark' ? (
    <IconButton label={t('Switch to the light theme')} onClick={() => setTheme('light')}>
      <Sun size={18} aria-hidden="true" />
    </IconButton>
  ) : (
    <IconButton label={t('Switch to the dark theme')} onClick={() => setTheme('dark')}>
      <Moon size={18} aria-hidden="true" />
    </IconButton>
  )
}

const MainMenu = lazyCode(async () => (await import('./main-menu.tsx')).MainMenu)
const preload = () => void import('./main-menu.tsx')

/** The menu button. The menu's code is loaded on first use. */
function PhoneMenu() {
  const [isLoaded, setWanted] = useState(false)
  const button = (
    <IconButton label={t('Menu')} onClick={() => setWanted(true)} onPointerDown={preload} onFocus={preload}>
      <MenuIcon size={18} aria-hidden="true" />
    </IconButton>
  )
  if (!isLoaded) return button
  return (
    <Suspense fallback={button}>
      <MainMenu opened />
    </Suspense>
  )
}
