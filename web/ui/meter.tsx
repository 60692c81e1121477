import css from './meter.module.css'

interface MeterProps {
  value: number
  max: number
  /** Label of the measured value, for screen readers. */
  label: string
}

/** Progress as a thin line. */
export function Meter({ value, max, label }: MeterProps) {
  return <progress className={css.meter} value={value} max={max} aria-label={label} />
}
