import { useId } from 'react'
import { t } from '#web/messages.ts'
import css from './text-area.module.css'

interface TextAreaProps {
  label: string
  value: string
  onChange: (value: string) => void
  onLeave?: () => void
  /** Maximum length; the number of characters is shown below. */
  maxLength: number
  rows?: number
  error?: string | null
}

/** A multi-line text field with a character count. */
export function TextArea({
  label,
  value,
  onChange,
  onLeave,
  maxLength,
  rows = 6,
  error = null,
}: TextAreaProps) {
  const id = useId()
  return (
    <div className={css.area}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        maxLength={maxLength}
        value={value}
        aria-invalid={error !== null || undefined}
        aria-describedby={`${id}-below`}
        onChange={({ target }) => onChange(target.value.slice(0, maxLength))}
        onBlur={onLeave}
      />
      <p id={`${id}-below`} className={css.below}>
        {error !== null && <span className={css.error}>{error} </span>}
        {t('{count, number} of {maxLength, number} characters', { count: value.length, maxLength })}
      </p>
    </div>
  )
}
