import { Grid2x2, Grid3x3, Rows3 } from 'lucide-react'
import { t } from '#web/messages.ts'
import { createStoredView } from './stored-view.ts'
import { ViewSwitch } from './view-switch.tsx'

const densities = [
  { value: 'large', title: t('Large works'), icon: Grid2x2 },
  { value: 'compact', title: t('Small works'), icon: Grid3x3 },
  { value: 'table', title: t('Table'), icon: Rows3 },
] as const

const density = createStoredView('opx_density', ['large', 'compact', 'table'])

export const useDensity = density.use

/** Switches between few large works per row, many small ones, and a table. */
export function DensitySwitch() {
  return <ViewSwitch label={t('View')} options={densities} value={useDensity()} onChange={density.set} />
}
