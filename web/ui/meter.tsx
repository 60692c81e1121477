import css from './meter.module.css'

interface MeterProps {
  value: number
  max: number
  /** What it measures, for screen readers. */
  label: string
}

/** Progress as a thin line. */
export function Meter({ value, max, label }: MeterProps) {
  return <progress className={css.meter} value={value} max={max} aria-label={label} />
}
