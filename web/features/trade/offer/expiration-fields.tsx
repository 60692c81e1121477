import { type OfferKind, offerKinds } from '#contract/rules/actions.ts'
import { auctionEndSeconds } from '#contract/rules/offers.ts'
import { t } from '#web/messages.ts'
import { rippleTimeToIso } from '#web/kit/ripple-time.ts'
import { Field } from '#web/ui/field.tsx'
import { regionalLocale } from '#web/ui/regional-locale.ts'
import { Select } from '#web/ui/select.tsx'
import css from './offer-dialog.module.css'
import type { OfferForm } from './use-offer-form.ts'

const days = [
  { value: '1', title: t('in 1 day') },
  { value: '3', title: t('in 3 days') },
  { value: '7', title: t('in 7 days') },
  { value: '30', title: t('in 30 days') },
]

/** Selects when the offer expires or, for an auction, when it ends. */
export function ExpirationFields({ kind, form }: { kind: OfferKind; form: OfferForm }) {
  const { draft, change, leave, errorOf, fields } = form
  const { expiration: rule, auction } = offerKinds[kind]
  if (rule === 'none') return null
  const startsAuction = auction === 'starts'
  const options = [
    ...(rule === 'optional' ? [{ value: 'never', title: t('never', { context: 'expiry' }) }] : []),
    ...days,
    { value: 'date', title: t('at a date') },
  ]
  const { expiration } = fields
  const ends =
    startsAuction && expiration !== null && expiration > fields.now + auctionEndSeconds
      ? new Date(rippleTimeToIso(expiration - auctionEndSeconds))
      : null
  return (
    <div className={css.ends}>
      <div className={css.pair}>
        <Select
          label={startsAuction ? t('The auction ends') : t('The offer expires')}
          options={options}
          value={draft.expires}
          onChange={(expires) => change({ expires })}
          isStacked
        />
        {draft.expires === 'date' && (
          <Field
            label={t('Date and time')}
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
      {ends !== null && (
        <p className={css.quiet}>
          {t('The auction ends on {ends}; its offer expires 12 hours later.', {
            ends: ends.toLocaleString(regionalLocale(), { dateStyle: 'full', timeStyle: 'short' }),
          })}
        </p>
      )}
    </div>
  )
}
