import type { ReactNode } from 'react'
import { rich, slot, t } from '#web/messages.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import css from './range-fields.module.css'

type Bound = string | undefined

interface RangeFieldsProps {
  quantity: string
  min: Bound
  max: Bound
  /** Parses a number as in the URL; undefined if the text is not a number. */
  read: (text: string) => Bound
  onMin: (min: Bound) => void
  onMax: (max: Bound) => void
}

/** Fields for a minimum and a maximum. Text that is not a number shows an error and is not applied as a filter. */
export function RangeFields({ quantity, min, max, read, onMin, onMax }: RangeFieldsProps) {
  const renderField = (label: ReactNode, value: Bound, onChange: (value: Bound) => void) => (
    <TextField
      label={label}
      value={value ?? ''}
      inputMode="decimal"
      problem={(text) => (read(text) === undefined ? t('Enter a number, such as 12.') : null)}
      onCommit={(text) => onChange(read(text))}
    />
  )
  return (
    <div className={css.range}>
      {renderField(
        rich('<hidden>{what}, </hidden>from', {
          what: quantity,
          hidden: <VisuallyHidden>{slot}</VisuallyHidden>,
        }),
        min,
        onMin,
      )}
      {renderField(
        rich('<hidden>{what}, </hidden>to', {
          what: quantity,
          hidden: <VisuallyHidden>{slot}</VisuallyHidden>,
        }),
        max,
        onMax,
      )}
    </div>
  )
}
