import { TextField } from '#web/ui/text-field.tsx'
import css from './range-fields.module.css'

interface RangeFieldsProps {
  what: string
  min: string
  max: string
  onChange: (range: { min?: string; max?: string }) => void
}

/** From and to; a side that is not a number is ignored when the address is read. */
export function RangeFields({ what, min, max, onChange }: RangeFieldsProps) {
  return (
    <div className={css.range}>
      <TextField
        label={`${what}, from`}
        value={min}
        inputMode="decimal"
        onCommit={(value) => onChange({ min: value })}
      />
      <TextField
        label={`${what}, to`}
        value={max}
        inputMode="decimal"
        onCommit={(value) => onChange({ max: value })}
      />
    </div>
  )
}
