import { Moon, Sun } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { setTheme, useTheme } from './theme.ts'

export function ThemeToggle() {
  const theme = useTheme()
  return theme === 'dark' ? (
    <IconButton label="Switch to the light theme" onClick={() => setTheme('light')}>
      <Sun size={18} aria-hidden="true" />
    </IconButton>
  ) : (
    <IconButton label="Switch to the dark theme" onClick={() => setTheme('dark')}>
      <Moon size={18} aria-hidden="true" />
    </IconButton>
  )
}
