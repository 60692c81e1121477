import { MenuIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'

const MainMenu = lazy(async () => ({ default: (await import('./main-menu.tsx')).MainMenu }))
const preload = () => void import('./main-menu.tsx')

/** The menu's button; the menu itself is fetched when somebody reaches for it. */
export function PhoneMenu() {
  const [wanted, setWanted] = useState(false)
  const button = (
    <IconButton label="Menu" onClick={() => setWanted(true)} onPointerDown={preload} onFocus={preload}>
      <MenuIcon size={18} aria-hidden="true" />
    </IconButton>
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <MainMenu opened />
    </Suspense>
  )
}
