import { useId } from 'react'
import css from './text-area.module.css'

interface TextAreaProps {
  label: string
  value: string
  onChange: (value: string) => void
  onLeave?: () => void
  /** Longest text that can be typed; what is left is told below. */
  most: number
  rows?: number
  error?: string | null
}

/** A longer text, with a count of its characters. */
export function TextArea({ label, value, onChange, onLeave, most, rows = 6, error = null }: TextAreaProps) {
  const id = useId()
  return (
    <div className={css.area}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        maxLength={most}
        value={value}
        aria-invalid={error !== null || undefined}
        aria-describedby={`${id}-below`}
        onChange={({ target }) => onChange(target.value.slice(0, most))}
        onBlur={onLeave}
      />
      <p id={`${id}-below`} className={css.below}>
        {error !== null && <span className={css.error}>{error} </span>}
        {value.length.toLocaleString('en')} of {most.toLocaleString('en')} characters
      </p>
    </div>
  )
}
