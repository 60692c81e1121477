import { type ComponentType, type ReactNode, Suspense } from 'react'
import { afterFirstScreen } from './first-screen.ts'
import { lazyCode } from './lazy-code.ts'
import { Place, WhenNear } from './when-near.tsx'

/**
 * Creates a component below the first screen of most devices. Its code loads when its place becomes visible or the
 * first screen is idle.
 */
export function lowerPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  // Preloads the code. If that fails, rendering the component loads it again.
  afterFirstScreen(load).catch(() => undefined)
  return lazyCode(load)
}

/** Reserves `height` for lower parts of a page until they are loaded, so that a reload keeps the scroll position. */
export function Below({ height, children }: { height: string; children: ReactNode }) {
  return (
    <WhenNear height={height} orIdle>
      <Suspense fallback={<Place height={height} />}>{children}</Suspense>
    </WhenNear>
  )
}
