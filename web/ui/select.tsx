import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import css from './select.module.css'

interface SelectProps<V extends string> {
  label: string
  options: readonly { value: V; title: string }[]
  value: V
  onChange: (value: V) => void
  /** Full width with the label above, for forms. */
  stacked?: boolean
}

/** A styled native select. */
export function Select<V extends string>({
  label,
  options,
  value,
  onChange,
  stacked = false,
}: SelectProps<V>) {
  const id = useId()
  return (
    <span className={css.field} data-stacked={stacked || undefined}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <span className={css.control}>
        <select
          id={id}
          className={css.select}
          value={value}
          onChange={({ target }) => {
            const chosen = options.find((option) => option.value === target.value)
            if (chosen !== undefined) onChange(chosen.value)
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.title}
            </option>
          ))}
        </select>
        <ChevronDown size={16} aria-hidden="true" className={css.mark} />
      </span>
    </span>
  )
}
