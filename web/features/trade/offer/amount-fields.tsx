import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import { type OfferKind, offerKinds } from '#contract/rules/actions.ts'
import { t, rich } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { currencyTitle } from '#web/kit/amounts/currency.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { bidHint } from './auction-bid.ts'
import css from './offer-dialog.module.css'
import { kindTexts } from './offer-kinds.ts'
import type { OfferForm } from './use-offer-form.ts'

/**
 * Amount and currency: XRP, a listed token by its symbol, or any other token with its issuer. In an auction the
 * currency is fixed.
 */
export function AmountFields({ nft, kind, form }: { nft: Nft; kind: OfferKind; form: OfferForm }) {
  const { tokens } = useSettings()
  const { draft, change, leave, errorOf } = form
  const label = kindTexts[kind].amount
  if (label === null) return null
  const unitOf = (amount: Amount) => (isDrops(amount) ? 'XRP' : currencyTitle(amount, tokens))
  const auction = offerKinds[kind].auction === 'bids' ? nft.onAuction : null
  const fixedUnit = auction === null ? (nft.flags.onlyXRP ? 'XRP' : null) : unitOf(auction.startAmount)
  const options = [
    { value: 'xrp', title: 'XRP' },
    ...tokens.map(({ symbol }) => ({ value: symbol, title: symbol })),
    { value: 'custom', title: t('Other currency') },
  ]
  const listedToken = tokens.find(({ symbol }) => symbol === draft.currency)
  const hint = auction === null ? {} : { hint: bidHint(auction, tokens) }
  return (
    <>
      <div className={css.amount} data-alone={fixedUnit !== null}>
        <Field
          label={label}
          value={draft.amount}
          onChange={(amount) => change({ amount })}
          onLeave={() => draft.amount !== '' && leave('value')}
          error={errorOf('value')}
          inputMode="decimal"
          placeholder="0.00"
          {...hint}
          {...(fixedUnit === null ? {} : { suffix: fixedUnit })}
        />
        {fixedUnit === null && (
          <Select
            label={t('Currency')}
            options={options}
            value={draft.currency}
            onChange={(currency) => change({ currency })}
            isStacked
          />
        )}
      </div>
      {errorOf('currency') !== null && draft.currency !== 'custom' && (
        <p className={css.error}>{errorOf('currency')}</p>
      )}
      {listedToken !== undefined && (
        <p className={css.quiet}>
          {rich('{symbol} is issued by {address}', {
            symbol: listedToken.symbol,
            address: <Address account={listedToken.issuer} />,
          })}
        </p>
      )}
      {draft.currency === 'custom' && (
        <div className={css.custom}>
          <Field
            label={t('Currency code')}
            value={draft.customCurrency}
            onChange={(customCurrency) => change({ customCurrency })}
            onLeave={() => draft.customCurrency !== '' && leave('currency')}
            error={errorOf('currency')}
            placeholder={t('ART')}
          />
          <Field
            label={t('Issuer')}
            value={draft.customIssuer}
            onChange={(customIssuer) => change({ customIssuer })}
            onLeave={() => draft.customIssuer !== '' && leave('issuer')}
            error={errorOf('issuer')}
            placeholder="r..."
          />
        </div>
      )}
    </>
  )
}
