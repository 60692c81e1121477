import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#web/messages.ts'
import css from './dialog.module.css'
import iconButton from './icon-button.module.css'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** A muted line below the title. */
  description?: ReactNode
  /** `side` is a panel along the right edge, `full` the whole screen. */
  size?: 'small' | 'normal' | 'wide' | 'side' | 'full'
  children: ReactNode
}

/** Number of open dialogs. */
let openDialogs = 0

/** A modal dialog: traps and restores the focus; Escape and the scrim close it. On phones it is a sheet. */
export function Dialog({ open, onClose, title, description, size = 'normal', children }: DialogProps) {
  // Renders the dialog after the button shows its pressed state. A dialog that replaces another opens without delay.
  const [replaces] = useState(() => openDialogs > 0)
  const isOpen = useDeferredValue(open, replaces)
  useLayoutEffect(() => {
    if (!open) return
    openDialogs += 1
    return () => {
      openDialogs -= 1
    }
  }, [open])
  // Receives the focus. Base UI would also choose this button, but checks the styles of all focusable elements, which takes
  // a fifth of the opening time.
  const close = useRef<HTMLButtonElement>(null)
  return (
    <Base.Root open={open && isOpen} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={css.scrim} data-scrim data-replaces={replaces} />
        <Base.Viewport className={css.viewport} data-size={size}>
          <Base.Popup initialFocus={close} className={css.popup} data-size={size} data-replaces={replaces}>
            <header className={css.head}>
              <Base.Title className={css.title}>{title}</Base.Title>
              <Base.Close
                ref={close}
                className={iconButton.button}
                aria-label={t('Close')}
                title={t('Close')}
              >
                <X size={18} />
              </Base.Close>
            </header>
            {description !== undefined && (
              <Base.Description className={css.description}>{description}</Base.Description>
            )}
            <div className={css.body}>{children}</div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
