import type { OfferKind } from '#worker/contract/offer-rules.ts'
import { m } from '#web/messages.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import css from './offer-dialog.module.css'
import { kindFacts } from './offer-kinds.ts'
import type { OfferForm } from './use-offer-form.ts'

/** Who may accept the offer. A transfer to anyone is possible after a warning. */
export function DestinationFields({ kind, form }: { kind: OfferKind; form: OfferForm }) {
  const { draft, change, leave, errorOf } = form
  const rule = kindFacts[kind].destination
  if (rule === 'none') return null
  const receiver = (
    <Field
      label={
        rule === 'receiver'
          ? m.trade_destination_fields_receiver
          : m.trade_destination_fields_account_optional
      }
      value={draft.destination}
      onChange={(destination) => change({ destination, tagAgreed: false })}
      onLeave={() => draft.destination !== '' && leave('destination')}
      error={errorOf('destination')}
      placeholder="r..."
      {...(rule === 'optional' ? { hint: m.trade_destination_fields_empty_anyone_can_take } : {})}
    />
  )
  if (rule === 'optional') return receiver
  return (
    <>
      <Segmented
        label={m.trade_destination_fields_to_whom}
        options={[
          { value: 'one', title: m.trade_destination_fields_to_one_account },
          { value: 'public', title: m.trade_destination_fields_public },
        ]}
        value={draft.open ? 'public' : 'one'}
        onChange={(value) => change({ open: value === 'public', openAgreed: false })}
      />
      {draft.open ? (
        <div className={css.warning} role="note">
          <p>{m.trade_destination_fields_public_transfer_goes_whoever}</p>
          <Checkbox checked={draft.openAgreed} onChange={(openAgreed) => change({ openAgreed })}>
            {m.trade_destination_fields_anyone_take_work_nothing}
          </Checkbox>
          {errorOf('open') !== null && <p className={css.error}>{errorOf('open')}</p>}
        </div>
      ) : (
        receiver
      )}
    </>
  )
}
