import { type EventKind, eventKinds } from '#contract/rules/events.ts'
import { t } from '#web/messages.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { kindTitles } from './kind-titles.ts'
import css from './programs.module.css'

const order = Object.keys(kindTitles).filter((kind): kind is EventKind =>
  eventKinds.some((eventKind) => eventKind === kind),
)

interface KindsFieldProps {
  kinds: readonly EventKind[]
  onChange: (kinds: EventKind[]) => void
  error: string | null
}

/** Selects the kinds of events to send. */
export function KindsField({ kinds, onChange, error }: KindsFieldProps) {
  return (
    <fieldset className={css.kinds}>
      <legend>{t('Events')}</legend>
      {order.map((kind) => (
        <Checkbox
          key={kind}
          checked={kinds.includes(kind)}
          onChange={(isChecked) =>
            onChange(isChecked ? [...kinds, kind] : kinds.filter((other) => other !== kind))
          }
        >
          {kindTitles[kind]}
        </Checkbox>
      ))}
      {error !== null && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
