import type { Audience } from '#contract/rules/editions.ts'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { maxPhases } from '#contract/rules/editions.ts'
import { emptyPhase, type PhaseDraft, type PhaseField } from './edition-draft.ts'
import css from './edition-form.module.css'

const audienceOptions: { value: Audience; title: string }[] = [
  { value: 'everyone', title: t('Everyone') },
  { value: 'whitelist', title: t('Accounts on the whitelist') },
  { value: 'holders', title: t('Holders of a collection') },
  { value: 'promo_code', title: t('With the promo code') },
]

interface AllPhaseFieldsProps {
  /** Currency of the prices, as displayed. */
  unit: string
  phases: PhaseDraft[]
  onChange: (phases: PhaseDraft[]) => void
  /** Returns the error of a field in the phase at index `place`; null if there is none. */
  errorOf: (place: number, field: PhaseField) => string | null
}

/** The phases of an edition, one to five. A new phase starts when the last one ends. */
export function AllPhaseFields({ unit, phases, onChange, errorOf }: AllPhaseFieldsProps) {
  return (
    <>
      {phases.map((phase, place) => (
        <PhaseFields
          // The index identifies a phase.
          key={place}
          number={place + 1}
          unit={unit}
          phase={phase}
          onChange={(changes) =>
            onChange(
              phases.map((formPhase, index) => (index === place ? { ...formPhase, ...changes } : formPhase)),
            )
          }
          onRemove={phases.length === 1 ? null : () => onChange(phases.filter((_, index) => index !== place))}
          errorOf={(field) => errorOf(place, field)}
        />
      ))}
      {phases.length < maxPhases && (
        <div>
          <Button
            onClick={() => onChange([...phases, { ...emptyPhase, startsAt: phases.at(-1)?.endsAt ?? '' }])}
          >
            {t('Add a phase')}
          </Button>
        </div>
      )}
    </>
  )
}

interface PhaseFieldsProps {
  number: number
  unit: string
  phase: PhaseDraft
  onChange: (changes: Partial<PhaseDraft>) => void
  /** Null if this is the only phase. */
  onRemove: (() => void) | null
  errorOf: (field: PhaseField) => string | null
}

/** Time, price and buyers of one phase. */
function PhaseFields({ number, unit, phase, onChange, onRemove, errorOf }: PhaseFieldsProps) {
  const bindText = (field: Exclude<PhaseField, 'falls' | 'audience'>) => ({
    value: phase[field],
    onChange: (newText: string) => onChange({ [field]: newText }),
    error: errorOf(field),
  })
  return (
    <fieldset className={css.fieldset}>
      <legend className={css.legend}>{t('Phase {number}', { number })}</legend>
      <div className={css.pair}>
        <Field label={t('Start *')} type="datetime-local" {...bindText('startsAt')} />
        <Field
          label={t('End')}
          type="datetime-local"
          hint={t('Without an end, the edition runs until all prints are sold or you close it.')}
          {...bindText('endsAt')}
        />
      </div>
      <div className={css.pair}>
        <Field
          label={t('Price *')}
          inputMode="decimal"
          suffix={unit}
          hint={t('Enter 0 for free prints.')}
          {...bindText('price')}
        />
        <Field
          label={t('Prints for each account')}
          inputMode="numeric"
          hint={t('Leave it empty for no limit.')}
          {...bindText('perAccount')}
        />
      </div>
      <Checkbox
        checked={phase.falls}
        onChange={(falls) => onChange({ falls })}
        hint={t(
          'Buyers pay the price at the moment their print is reserved, never more than they saw. If the price falls further, the difference is not refunded, because the ledger cannot guarantee refunds.',
        )}
      >
        {t('The price falls over time')}
      </Checkbox>
      {phase.falls && (
        <div className={css.pair}>
          <Field label={t('Falls by *')} inputMode="decimal" suffix={unit} {...bindText('step')} />
          <Field label={t('Every … minutes *')} inputMode="numeric" {...bindText('minutes')} />
          <Field label={t('Lowest price *')} inputMode="decimal" suffix={unit} {...bindText('lowest')} />
        </div>
      )}
      <Select
        label={t('Who can buy')}
        options={audienceOptions}
        value={phase.audience}
        onChange={(audience) => onChange({ audience })}
        isStacked
      />
      {phase.audience === 'holders' && (
        <Field
          label={t('Collection whose holders can buy *')}
          hint={t(
            "Paste the link to the collection's page. Each work in that collection lets its holder buy one print in this phase.",
          )}
          {...bindText('holdersOf')}
        />
      )}
      {onRemove !== null && (
        <div>
          <Button onClick={onRemove}>{t('Remove phase {number}', { number })}</Button>
        </div>
      )}
    </fieldset>
  )
}
