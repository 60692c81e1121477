import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import css from './select.module.css'
import { useChosen } from './use-chosen.ts'

interface SelectProps<V extends string> {
  label: string
  options: readonly { value: V; title: string }[]
  value: V
  /** May return a promise; `useChosen` says what happens until it settles. */
  onChange: (value: V) => unknown
  /** True for full width with the label above, for forms. */
  isStacked?: boolean
}

/** A styled native select. */
export function Select<V extends string>({
  label,
  options,
  value,
  onChange,
  isStacked = false,
}: SelectProps<V>) {
  const id = useId()
  const [choice, choose] = useChosen(value, onChange)
  return (
    <span className={css.field} data-stacked={isStacked || undefined}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <span className={css.control}>
        <select
          id={id}
          className={css.select}
          value={choice}
          onChange={({ target }) => {
            const selection = options.find((option) => option.value === target.value)
            if (selection !== undefined) choose(selection.value)
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
