import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import css from './checkbox.module.css'
import { useChosen } from './use-chosen.ts'

interface CheckboxProps {
  checked: boolean
  /** May return a promise; `useChosen` says what happens until it settles. */
  onChange: (checked: boolean) => unknown
  children: ReactNode
  /** One line of explanation, read after the label. */
  hint?: string | undefined
  disabled?: boolean
}

/** A styled native checkbox with its label as children. */
export function Checkbox({ checked, onChange, children, hint, disabled }: CheckboxProps) {
  const id = useId()
  const [isChecked, choose] = useChosen(checked, onChange)
  return (
    <div className={css.row}>
      <span className={css.control}>
        <input
          id={id}
          type="checkbox"
          className={css.input}
          checked={isChecked}
          disabled={disabled}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={(event) => choose(event.target.checked)}
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
