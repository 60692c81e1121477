import { Suspense } from 'react'
import { lazyCode } from '#web/ui/lazy-code.ts'

const Suggestions = lazyCode(async () => (await import('./suggestions.tsx')).Suggestions)

/** Suggestions for a page that has nothing to show. */
export const NothingFound = () => (
  <Suspense fallback={null}>
    <Suggestions />
  </Suspense>
)
