import { useState } from 'react'

/** True if a row has come since its list was first shown; newer rows come first, older ones may be loaded below. */
export function useArrivals(keys: readonly string[]): (key: string) => boolean {
  const [newest] = useState(keys[0])
  const arrivedCount = newest === undefined ? 0 : keys.indexOf(newest)
  return (key) => keys.indexOf(key) < arrivedCount
}
