import { accountPattern } from '#contract/rules/ledger.ts'
import { t } from '#web/messages.ts'
import { TextField } from '#web/ui/text-field.tsx'

interface AddressFieldProps {
  label: string
  value: string | undefined
  onChange: (address: string | undefined) => void
}

/** A filter by account. Text that is not an address shows an error and is not applied as a filter. */
export function AddressField({ label, value = '', onChange }: AddressFieldProps) {
  const isAddress = (text: string) => accountPattern.test(text)
  return (
    <TextField
      label={label}
      value={value}
      placeholder="r..."
      problem={(text) =>
        isAddress(text) ? null : t('This is not an XRP Ledger address. An address begins with r.')
      }
      onCommit={(text) => onChange(isAddress(text) ? text : undefined)}
    />
  )
}
