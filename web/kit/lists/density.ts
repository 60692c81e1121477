import { createStore, useStore } from '#web/ui/store.ts'

export type Density = 'large' | 'compact'

const key = 'opx_density'

function remembered(): Density {
  try {
    return localStorage.getItem(key) === 'compact' ? 'compact' : 'large'
  } catch {
    return 'large'
  }
}

const density = createStore(remembered())

/** How many works stand in a row, remembered in this browser where it allows that. */
export function setDensity(chosen: Density): void {
  density.set(chosen)
  try {
    localStorage.setItem(key, chosen)
  } catch {
    // A full or forbidden storage only loses the preference.
  }
}

export const useDensity = (): Density => useStore(density)
