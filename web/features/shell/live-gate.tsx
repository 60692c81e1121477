import { lazy, Suspense } from 'react'
import { liveParts } from '#web/kit/live/live-news.ts'
import { liveState } from '#web/kit/live/live-state.ts'
import { useStore } from '#web/ui/store.ts'

const LiveSign = lazy(async () => ({ default: (await import('#web/kit/live/live-sign.tsx')).LiveSign }))

/** The sign of pages that follow what happens; its code is loaded when one does. */
export function LiveGate() {
  const parts = useStore(liveParts)
  const state = useStore(liveState)
  if (parts === 0 || state === 'connecting') return null
  return (
    <Suspense fallback={null}>
      <LiveSign />
    </Suspense>
  )
}
