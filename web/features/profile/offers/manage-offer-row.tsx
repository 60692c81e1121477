import { Link } from '@tanstack/react-router'
import { t, rich, slot } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { RowStatusText } from '#web/wallet/runs/row-status-text.tsx'
import { priceError } from '#web/wallet/selling/new-price.ts'
import { offerType } from './offer-acts.ts'
import { changeRow, type OwnOffers, type RepriceRow, repriceStore } from './reprice-state.ts'
import css from './multi-select.module.css'

interface ManageOfferRowProps {
  ownOffers: OwnOffers
  row: RepriceRow
  storeKey: string
  isQueued: boolean
  /** True after an attempt to start a run. Until then, an empty price is not an error. */
  isSubmitted: boolean
  onAgain: () => void
}

/** The offers of one work: a checkbox, the amounts, the new price of a listing, and the result. */
export function ManageOfferRow({
  ownOffers,
  row,
  storeKey,
  isQueued,
  isSubmitted,
  onAgain,
}: ManageOfferRowProps) {
  const { id, nftokenID, name, offers, listed } = ownOffers
  const [first] = offers
  const free = row.status === 'ready' && !isQueued
  const set = (changes: Partial<RepriceRow>) =>
    repriceStore.change(storeKey, (now) => changeRow(now, id, changes))
  const wrong =
    row.selected && (isSubmitted || row.value !== '') ? priceError(ownOffers.terms, row.value) : null
  return (
    <li className={css.row} data-status={row.status}>
      {free ? (
        <Checkbox checked={row.selected} onChange={(selected) => set({ selected })}>
          {rich('<hidden>{offer} for </hidden>{name}', {
            offer: first === undefined ? t('Offer') : offerType(first),
            name,
            hidden: <VisuallyHidden>{slot}</VisuallyHidden>,
          })}
        </Checkbox>
      ) : (
        <Link to="/nft/$id" params={{ id: nftokenID }}>
          {name}
        </Link>
      )}
      <div className={css.price}>
        {offers.map((offer) => (
          <p key={offer.OfferID}>
            <AmountText amount={offer.Amount} />
          </p>
        ))}
        {first !== undefined && !listed && <p className={css.quiet}>{offerType(first)}</p>}
      </div>
      <div className={css.price}>
        {free && listed ? (
          <Field
            label={t('New price of {name}', { name })}
            value={row.value}
            onChange={(value) => set({ value, ...(value === '' ? {} : { selected: true }) })}
            error={wrong}
            inputMode="decimal"
            placeholder="0.00"
          />
        ) : (
          row.next !== null && <AmountText amount={row.next.txjson.Amount} />
        )}
      </div>
      <div>
        <RowStatusText status={row.status} replacement={isQueued ? t('Waiting') : undefined} />
        {row.message !== null && <p className={css.quiet}>{row.message}</p>}
      </div>
      <div className={css.act}>
        {row.again && (
          <Button size="small" aria-label={t('Try Again: {name}', { name })} onClick={onAgain}>
            {t('Try Again')}
          </Button>
        )}
      </div>
    </li>
  )
}
