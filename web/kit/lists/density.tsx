import { Grid2x2, Grid3x3 } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { createStore, useStore } from '#web/ui/store.ts'

/** Switches between few large and many small works per row. */
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

/** The number of works per row, stored in this browser if possible. */
function setDensity(chosen: Density): void {
  density.set(chosen)
  try {
    localStorage.setItem(key, chosen)
  } catch {
    // If the storage is full or blocked, only the preference is lost.
  }
}

export const useDensity = (): Density => useStore(density)
