import { Grid2x2, Grid3x3, Rows3 } from 'lucide-react'
import { createStore, useStore } from '#web/ui/store.ts'
import { ViewSwitch } from './view-switch.tsx'

const densities = [
  { value: 'large', title: 'Large works', icon: Grid2x2 },
  { value: 'compact', title: 'Small works', icon: Grid3x3 },
  { value: 'table', title: 'Table', icon: Rows3 },
] as const

type Density = (typeof densities)[number]['value']

/** Switches between few large works in a row, many small ones, and a table. */
export function DensitySwitch() {
  return <ViewSwitch label="View" options={densities} value={useDensity()} onChange={setDensity} />
}

const key = 'opx_density'

function remembered(): Density {
  try {
    const stored = localStorage.getItem(key)
    return densities.find(({ value }) => value === stored)?.value ?? 'large'
  } catch {
    return 'large'
  }
}

const density = createStore(remembered())

/** The view of works, stored in this browser if possible. */
function setDensity(chosen: Density): void {
  density.set(chosen)
  try {
    localStorage.setItem(key, chosen)
  } catch {
    // If the storage is full or blocked, only the preference is lost.
  }
}

export const useDensity = (): Density => useStore(density)
