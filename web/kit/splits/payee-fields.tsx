import { maxPayees } from '#contract/rules/splits.ts'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import type { PayeeDraft } from './payee-drafts.ts'
import css from './splits.module.css'

interface PayeeFieldsProps {
  legend: string
  /** Explains what sharing means in this form. */
  note: string
  /** The artist, who is the first payee unless the form says otherwise. */
  account: string
  payees: PayeeDraft[]
  onChange: (payees: PayeeDraft[]) => void
  errorOf: (payee: number, field: keyof PayeeDraft) => string | null
}

/** Edits the accounts that share the revenue. Without payees, the artist receives everything. */
export function PayeeFields({ legend, note, account, payees, onChange, errorOf }: PayeeFieldsProps) {
  const add = () =>
    onChange([
      ...payees,
      ...(payees.length === 0 ? [{ account, share: '' }] : []),
      { account: '', share: '' },
    ])
  const set = (place: number, changes: Partial<PayeeDraft>) =>
    onChange(payees.map((payee, index) => (index === place ? { ...payee, ...changes } : payee)))
  return (
    <fieldset className={css.fieldset}>
      <legend className={css.legend}>{legend}</legend>
      <p className={css.quiet}>{note}</p>
      {payees.map((payee, place) => (
        // The index identifies a payee.
        <div key={place} className={css.pair}>
          <Field
            label={t('Account of payee {number} *', { number: place + 1 })}
            value={payee.account}
            onChange={(text) => set(place, { account: text })}
            error={errorOf(place, 'account')}
          />
          <Field
            label={t('Share of payee {number} *', { number: place + 1 })}
            value={payee.share}
            onChange={(share) => set(place, { share })}
            error={errorOf(place, 'share')}
            inputMode="decimal"
            suffix="%"
          />
          <div>
            <Button onClick={() => onChange(payees.filter((_, index) => index !== place))}>
              {t('Remove payee {number}', { number: place + 1 })}
            </Button>
          </div>
        </div>
      ))}
      {payees.length < maxPayees && (
        <div>
          <Button onClick={add}>{payees.length === 0 ? t('Share the revenue') : t('Add a payee')}</Button>
        </div>
      )}
    </fieldset>
  )
}
