import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import css from './view-switch.module.css'

interface ViewSwitchProps<V extends string> {
  label: string
  options: readonly { value: V; title: string; icon: LucideIcon }[]
  value: V
  onChange: (value: V) => void
}

/** Icons for the views of a list, made of native radio buttons. */
export function ViewSwitch<V extends string>({ label, options, value, onChange }: ViewSwitchProps<V>) {
  const name = useId()
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{label}</legend>
      {options.map(({ value: view, title, icon: Icon }) => (
        <label key={view} className={css.option} title={title}>
          <input
            type="radio"
            className={css.input}
            name={name}
            aria-label={title}
            checked={view === value}
            onChange={() => onChange(view)}
          />
          <Icon size={18} aria-hidden="true" />
        </label>
      ))}
    </fieldset>
  )
}
