import { m } from '#web/messages.ts'
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
        label={m.kit_range_fields_from({ what })}
        value={min}
        inputMode="decimal"
        onCommit={(value) => onChange({ min: value })}
      />
      <TextField
        label={m.kit_range_fields_to({ what })}
        value={max}
        inputMode="decimal"
        onCommit={(value) => onChange({ max: value })}
      />
    </div>
  )
}
