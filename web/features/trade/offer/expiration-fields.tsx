import { auctionEndSeconds, type OfferKind } from '#worker/contract/offer-rules.ts'
import { m } from '#web/messages.ts'
import { rippleTimeToIso } from '#web/kit/ripple-time.ts'
import { Field } from '#web/ui/field.tsx'
import { regionalLocale } from '#web/ui/regional-locale.ts'
import { Select } from '#web/ui/select.tsx'
import css from './offer-dialog.module.css'
import { kindFacts } from './offer-kinds.ts'
import type { OfferForm } from './use-offer-form.ts'

const days = [
  { value: '1', title: m.trade_expiration_fields_in_1_day },
  { value: '3', title: m.trade_expiration_fields_in_3_days },
  { value: '7', title: m.trade_expiration_fields_in_7_days },
  { value: '30', title: m.trade_expiration_fields_in_30_days },
]

/** When the offer expires, and for an auction when it ends. */
export function ExpirationFields({ kind, form }: { kind: OfferKind; form: OfferForm }) {
  const { draft, change, leave, errorOf, fields } = form
  const rule = kindFacts[kind].expiration
  if (rule === 'none') return null
  const options = [
    ...(rule === 'optional' ? [{ value: 'never', title: m.trade_expiration_fields_never }] : []),
    ...days,
    { value: 'date', title: m.trade_expiration_fields_at_a_date },
  ]
  const { expiration } = fields
  const ends =
    kind === 'run_auction' && expiration !== null && expiration > fields.now + auctionEndSeconds
      ? new Date(rippleTimeToIso(expiration - auctionEndSeconds))
      : null
  return (
    <div className={css.ends}>
      <div className={css.pair}>
        <Select
          label={m.trade_expiration_fields_the_offer_expires}
          options={options}
          value={draft.expires}
          onChange={(expires) => change({ expires })}
          stacked
        />
        {draft.expires === 'date' && (
          <Field
            label={m.trade_expiration_fields_date_and_time}
            type="datetime-local"
            value={draft.expiresAt}
            onChange={(expiresAt) => change({ expiresAt })}
            onLeave={() => leave('expiration')}
          />
        )}
      </div>
      {errorOf('expiration') !== null && (
        <p className={css.error} role="alert">
          {errorOf('expiration')}
        </p>
      )}
      {kind === 'run_auction' && (
        <p className={css.quiet}>
          {ends === null
            ? m.trade_expiration_fields_auction_ends_12_hours
            : m.trade_expiration_fields_auction_ends_12_hours_ends({
                ends: ends.toLocaleString(regionalLocale(), { dateStyle: 'full', timeStyle: 'short' }),
              })}
        </p>
      )}
    </div>
  )
}
