import { useState } from 'react'

/**
 * Returns a function that tells whether a row was added after the list was first shown. New rows are at the top; older
 * ones may be loaded at the end.
 */
export function useArrivals(keys: readonly string[]): (key: string) => boolean {
  const [newest] = useState(keys[0])
  const arrivedCount = newest === undefined ? 0 : keys.indexOf(newest)
  return (key) => keys.indexOf(key) < arrivedCount
}
