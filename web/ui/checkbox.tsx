import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import css from './checkbox.module.css'

interface CheckboxProps {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}

/** A styled native checkbox. The children are its label. */
export function Checkbox({ checked, onChange, children }: CheckboxProps) {
  const id = useId()
  return (
    <div className={css.row}>
      <span className={css.control}>
        <input
          id={id}
          type="checkbox"
          className={css.input}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
        <Check className={css.mark} size={14} strokeWidth={2.5} aria-hidden="true" />
      </span>
      <label htmlFor={id} className={css.label}>
        {children}
      </label>
    </div>
  )
}
