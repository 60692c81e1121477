import { Grid2x2, Grid3x3 } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { createStore, useStore } from '#web/ui/store.ts'

/** Fewer and larger works in a row, or more and smaller ones. */
export function DensitySwitch() {
  const density = useDensity()
  return density === 'large' ? (
    <IconButton label="Show smaller works" onClick={() => setDensity('compact')}>
      <Grid3x3 size={18} aria-hidden="true" />
    </IconButton>
  ) : (
    <IconButton label="Show larger works" onClick={() => setDensity('large')}>
      <Grid2x2 size={18} aria-hidden="true" />
    </IconButton>
  )
}

type Density = 'large' | 'compact'

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
function setDensity(chosen: Density): void {
  density.set(chosen)
  try {
    localStorage.setItem(key, chosen)
  } catch {
    // A full or forbidden storage only loses the preference.
  }
}

export const useDensity = (): Density => useStore(density)
