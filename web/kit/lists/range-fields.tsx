import { TextField } from '#web/ui/text-field.tsx'
import css from './range-fields.module.css'

interface RangeFieldsProps {
  what: string
  min: string
  max: string
  onChange: (range: { min?: string; max?: string }) => void
}

/** From and to. Values that are not numbers are ignored when the search params are parsed. */
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
