import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import css from './flyout.module.css'

interface FlyoutProps {
  title: string
  children: ReactNode
}

/** The panel that opens below a header button: a title and a list. Use it inside a `Popover.Root`. */
export function Flyout({ title, children }: FlyoutProps) {
  return (
    <Popover.Portal>
      <Popover.Positioner className={css.positioner} align="end" sideOffset={8} collisionPadding={16}>
        <Popover.Popup className={`${css.panel} ${css.popup}`}>
          <Popover.Title className={css.title}>{title}</Popover.Title>
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  )
}
