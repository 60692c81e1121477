import { useSyncExternalStore } from 'react'

export type Density = 'large' | 'compact'

const key = 'opx_density'
const listeners = new Set<() => void>()

function remembered(): Density {
  try {
    return localStorage.getItem(key) === 'compact' ? 'compact' : 'large'
  } catch {
    return 'large'
  }
}

let density = remembered()

/** How many works stand in a row; remembered in this browser as far as it lets us. */
export function setDensity(chosen: Density): void {
  density = chosen
  for (const listener of listeners) listener()
  try {
    localStorage.setItem(key, chosen)
  } catch {
    // A full or forbidden storage costs the memory of a taste, nothing else.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useDensity(): Density {
  return useSyncExternalStore(subscribe, () => density)
}
