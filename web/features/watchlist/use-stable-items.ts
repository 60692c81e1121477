import { useState } from 'react'
import type { Watched } from '#contract/schemas/watchlist.ts'

/**
 * Returns the list as it was when the page opened, so that removed items do not shift the batches. New items replace
 * it.
 */
export function useStableItems(items: readonly Watched[]): readonly Watched[] {
  const [stableItems, setStableItems] = useState(items)
  const hasNew = items.some(({ id }) => stableItems.every((item) => item.id !== id))
  if (hasNew) setStableItems(items)
  return hasNew ? items : stableItems
}
