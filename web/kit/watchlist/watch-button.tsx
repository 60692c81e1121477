import { Suspense } from 'react'
import type { Watched } from '#contract/schemas/watchlist.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import iconButton from '#web/ui/icon-button.module.css'

const WatchToggle = lazyPart(async () => (await import('./watch-toggle.tsx')).WatchToggle)

export interface WatchButtonProps {
  kind: Watched['kind']
  id: string
  name: string
  /** The current price, stored to show the change later. */
  price: Watched['price']
  /** True if the button is on a card. */
  small?: boolean
}

/**
 * The heart button that adds a work, a collection or an artist to the watchlist. Its code loads after the first screen.
 */
export function WatchButton(props: WatchButtonProps) {
  return (
    <Suspense fallback={<span className={iconButton.button} />}>
      <WatchToggle {...props} />
    </Suspense>
  )
}
