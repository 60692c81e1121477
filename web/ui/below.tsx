import { type ComponentType, type ReactNode, Suspense } from 'react'
import { afterFirstScreen } from './first-screen.ts'
import { lazyCode } from './lazy-code.ts'
import { Place, WhenNear } from './when-near.tsx'

/** A part below the first screen of most devices. Its code is loaded when its place is seen, or the first screen is idle. */
export function lowerPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  // Asked for ahead; where it fails, rendering the part asks again.
  afterFirstScreen(load).catch(() => undefined)
  return lazyCode(load)
}

/**
 * Reserves the space of lower parts: `height` applies until they are loaded, so that a reload keeps its scroll
 * position.
 */
export function Below({ height, children }: { height: string; children: ReactNode }) {
  return (
    <WhenNear height={height} orIdle>
      <Suspense fallback={<Place height={height} />}>{children}</Suspense>
    </WhenNear>
  )
}
