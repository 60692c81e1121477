import { Field } from '#web/ui/field.tsx'

interface PriceFieldProps {
  value: string
  onChange: (value: string) => void
  onLeave: () => void
  error: string | null
}

/** The price of what is minted on demand; it can be set later. */
export function PriceField({ value, onChange, onLeave, error }: PriceFieldProps) {
  return (
    <Field
      label="Price"
      value={value}
      onChange={onChange}
      onLeave={onLeave}
      error={error}
      hint="What a buyer pays. Without a price it is not for sale yet."
      inputMode="decimal"
      suffix="XRP"
    />
  )
}
