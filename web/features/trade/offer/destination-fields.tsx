import { type OfferKind, offerKinds } from '#contract/rules/actions.ts'
import { t } from '#web/messages.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import css from './offer-dialog.module.css'
import type { OfferForm } from './use-offer-form.ts'

/** Selects the account that may accept the offer. A transfer that anyone can accept requires confirming a warning. */
export function DestinationFields({ kind, form }: { kind: OfferKind; form: OfferForm }) {
  const { draft, change, leave, errorOf } = form
  const rule = offerKinds[kind].destination
  if (rule === 'none') return null
  const receiver = (
    <Field
      label={rule === 'receiver' ? t('Receiver') : t('Only for this account (optional)')}
      value={draft.destination}
      onChange={(destination) => change({ destination, tagAgreed: false })}
      onLeave={() => draft.destination !== '' && leave('destination')}
      error={errorOf('destination')}
      placeholder="r..."
      {...(rule === 'optional' ? { hint: t('Empty: anyone can accept it.') } : {})}
    />
  )
  if (rule === 'optional') return receiver
  return (
    <>
      <Segmented
        label={t('To whom')}
        options={[
          { value: 'one', title: t('To one account') },
          { value: 'public', title: t('Public') },
        ]}
        value={draft.open ? 'public' : 'one'}
        onChange={(value) => change({ open: value === 'public', openAgreed: false })}
      />
      {draft.open ? (
        <div className={css.warning} role="note">
          <p>
            {t(
              'A public transfer goes to whoever accepts it first, for free. Bots watch the ledger for these offers and accept them within seconds.',
            )}
          </p>
          <Checkbox checked={draft.openAgreed} onChange={(openAgreed) => change({ openAgreed })}>
            {t('Anyone can accept this work for free')}
          </Checkbox>
          {errorOf('open') !== null && <p className={css.error}>{errorOf('open')}</p>}
        </div>
      ) : (
        receiver
      )}
    </>
  )
}
