import { Suspense } from 'react'
import { liveParts } from '#web/kit/live/live-news.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { useStore } from '#web/ui/store.ts'

const LiveSign = lazyPart(async () => (await import('#web/kit/live/live-sign.tsx')).LiveSign)

/** The live status indicator. Its code loads when the open page subscribes to events. */
export function LiveGate() {
  if (useStore(liveParts) === 0) return null
  return (
    <Suspense fallback={null}>
      <LiveSign />
    </Suspense>
  )
}
