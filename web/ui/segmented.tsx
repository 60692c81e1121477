import { useId } from 'react'
import css from './segmented.module.css'
import { useChosen } from './use-chosen.ts'

interface SegmentedProps<V extends string> {
  label: string
  options: readonly { value: V; title: string }[]
  value: V
  /** May return a promise; `useChosen` says what happens until it settles. */
  onChange: (value: V) => unknown
}

/** A segmented control, made of native radio buttons. */
export function Segmented<V extends string>({ label, options, value, onChange }: SegmentedProps<V>) {
  const name = useId()
  const [choice, choose] = useChosen(value, onChange)
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={css.option}>
          <input
            type="radio"
            className={css.input}
            name={name}
            checked={option.value === choice}
            onChange={() => choose(option.value)}
          />
          <span>{option.title}</span>
        </label>
      ))}
    </fieldset>
  )
}
