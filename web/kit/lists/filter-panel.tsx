import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './filter-panel.module.css'

const Dialog = lazyCode(async () => (await import('#web/ui/dialog.tsx')).Dialog)

/**
 * Filters as a panel beside the list on wide screens, and as a sheet on narrow ones. Loads only the code of the one it
 * shows.
 */
export function FilterPanel({ active, children }: { active: number; children: ReactNode }) {
  const wide = useWide()
  const [open, setOpen] = useState(false)
  const [isOpened, setOpened] = useState(false)
  const show = () => {
    setOpened(true)
    setOpen(true)
  }
  if (wide)
    return (
      <aside className={css.panel} aria-label={t('Filters')}>
        <Suspense fallback={null}>{children}</Suspense>
      </aside>
    )
  return (
    <>
      <div className={css.opener}>
        <Button onClick={show}>
          <SlidersHorizontal size={16} aria-hidden="true" />
          {t('Filters')}
          {active > 0 && ` (${active})`}
        </Button>
      </div>
      <Suspense fallback={null}>
        {isOpened && (
          <Dialog open={open} onClose={() => setOpen(false)} title={t('Filters')}>
            {children}
            <div className={css.done}>
              <Button look="primary" wide onClick={() => setOpen(false)}>
                {t('Show the result')}
              </Button>
            </div>
          </Dialog>
        )}
      </Suspense>
    </>
  )
}
