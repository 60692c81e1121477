import { type ComponentType, useEffect, useState } from 'react'
import { t } from '#web/messages.ts'
import { announce } from '#web/ui/toasts.ts'

type PaletteType = ComponentType<{ onClose: () => void }>

/** Opens the command palette on Ctrl+K or Cmd+K. Its code is loaded on first use. */
export function PaletteGate() {
  const [palette, setPalette] = useState<{ Palette: PaletteType } | null>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey || event.repeat) return
      event.preventDefault()
      if (document.querySelector('[role="dialog"]:not([data-palette])') !== null) return
      setOpen((before) => !before)
      import('./palette.tsx').then(setPalette, () =>
        announce({
          title: t('The commands could not be loaded'),
          text: t('Check your connection.'),
          tone: 'bad',
        }),
      )
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return open && palette !== null && <palette.Palette onClose={() => setOpen(false)} />
}
