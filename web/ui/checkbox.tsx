import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import css from './checkbox.module.css'

interface CheckboxProps {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
  /** One line of explanation, read after the label. */
  hint?: string | undefined
}

/** A styled native checkbox. The children are its label. */
export function Checkbox({ checked, onChange, children, hint }: CheckboxProps) {
  const id = useId()
  return (
    <div className={css.row}>
      <span className={css.control}>
        <input
          id={id}
          type="checkbox"
          className={css.input}
          checked={checked}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={(event) => onChange(event.target.checked)}
        />
        <Check className={css.mark} size={14} strokeWidth={2.5} aria-hidden="true" />
      </span>
      <div className={css.words}>
        <label htmlFor={id} className={css.label}>
          {children}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className={css.hint}>
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
