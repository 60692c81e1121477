import { Grid2x2, Grid3x3 } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { setDensity, useDensity } from './density.ts'

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
