import { Suspense } from 'react'
import { lazyCode } from '#web/ui/lazy-code.ts'

const Suggestions = lazyCode(async () => (await import('./suggestions.tsx')).Suggestions)

/** Where to go on from a page that has nothing to show. */
export const NothingFound = () => (
  <Suspense fallback={null}>
    <Suggestions />
  </Suspense>
)
