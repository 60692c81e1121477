import { useId } from 'react'
import css from './segmented.module.css'

interface SegmentedProps<V extends string> {
  label: string
  options: readonly { value: V; title: string }[]
  value: V
  onChange: (value: V) => void
}

/** A segmented control, made of native radio buttons. */
export function Segmented<V extends string>({ label, options, value, onChange }: SegmentedProps<V>) {
  const name = useId()
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={css.option}>
          <input
            type="radio"
            className={css.input}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.title}</span>
        </label>
      ))}
    </fieldset>
  )
}
