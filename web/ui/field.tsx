import { type ReactNode, useId } from 'react'
import css from './field.module.css'

interface FieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  onLeave?: () => void
  /** Called on Enter instead of submitting the form. */
  onEnter?: () => void
  /** Shown below the field and part of its description. */
  error?: string | null
  hint?: ReactNode
  type?: 'text' | 'datetime-local'
  inputMode?: 'text' | 'decimal' | 'numeric'
  placeholder?: string
  /** Unit shown inside the field at its end. */
  suffix?: string
  disabled?: boolean
}

/** A form field with label, value and error. */
export function Field(props: FieldProps) {
  const {
    label,
    value,
    onChange,
    onLeave,
    onEnter,
    error = null,
    hint,
    type = 'text',
    inputMode,
    placeholder,
  } = props
  const id = useId()
  const below = error !== null || hint !== undefined
  return (
    <div className={css.field}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <span className={css.frame} data-invalid={error !== null || undefined}>
        <input
          id={id}
          type={type}
          className={css.input}
          value={value}
          placeholder={placeholder}
          inputMode={inputMode ?? 'text'}
          autoComplete="off"
          disabled={props.disabled}
          spellCheck={false}
          aria-invalid={error !== null || undefined}
          aria-describedby={below ? `${id}-below` : undefined}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onLeave}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || onEnter === undefined) return
            event.preventDefault()
            onEnter()
          }}
        />
        {props.suffix !== undefined && (
          <span className={css.suffix} aria-hidden="true">
            {props.suffix}
          </span>
        )}
      </span>
      {below && (
        <div id={`${id}-below`} className={error === null ? css.hint : css.error}>
          {error ?? hint}
        </div>
      )}
    </div>
  )
}
