import { lazy, Suspense } from 'react'
import { liveParts } from '#web/kit/live/live-news.ts'
import { useStore } from '#web/ui/store.ts'

/** Without its code, which cannot be loaded without a network, there is no sign. */
const LiveSign = lazy(async () => ({
  default: await import('#web/kit/live/live-sign.tsx').then(
    (module) => module.LiveSign,
    () => () => null,
  ),
}))

/** The sign of pages that follow what happens; its code is loaded when one does. */
export function LiveGate() {
  if (useStore(liveParts) === 0) return null
  return (
    <Suspense fallback={null}>
      <LiveSign />
    </Suspense>
  )
}
