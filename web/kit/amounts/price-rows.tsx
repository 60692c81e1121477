import type { ReactNode } from 'react'
import { shortenAddress } from '#contract/rules/accounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import type { XrpPrice } from '#contract/schemas/prices.ts'
import { t } from '#web/messages.ts'
import { nameOf } from '#web/api/people.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { alignAmounts } from './align-amounts.ts'
import { currencyTitle, issuerOf, titleOfFigures } from './currency.ts'
import { FiatText } from './fiat-text.tsx'
import { type NftPrice, transferFeePercent } from './nft-price.ts'
import { priceRowNames } from './price-row-names.ts'
import css from './price-rows.module.css'

interface PriceRowsProps {
  price: NftPrice
  /** The buyer sees what they pay, the seller what they receive. */
  side?: 'buyer' | 'seller'
  /** True to add the price and the other side's part, unless they are shown nearby. */
  whole?: boolean
  /** The account that receives the royalty, unless it is shown nearby. */
  creator?: string
  /** Price with which a buyer's total is also shown in the chosen currency. */
  xrpPrice?: XrpPrice | null
}

/** Fee, royalty and totals of a price, with aligned figures. */
export function PriceRows({
  price,
  side = 'buyer',
  whole = false,
  creator,
  xrpPrice = null,
}: PriceRowsProps) {
  const { tokens } = useSettings()
  const { price: amount, fee, royalty, sellerGets, buyerPays, buyerNeeds, transferFee } = price
  const unit = isDrops(amount) ? 'XRP' : currencyTitle(amount, tokens)
  const issuer = issuerOf(amount, tokens)
  const isSeller = side === 'seller'
  const needs = isSeller ? buyerPays : buyerNeeds
  const texts = alignAmounts({ amount, fee, royalty, sellerGets, buyerPays, needs })
  const names = priceRowNames(price, side)
  const bid = price.form === 'bid'
  const needsMore = texts.needs !== texts.buyerPays
  return (
    <dl className={css.rows}>
      {whole && <Row name={names.price} value={texts.amount} title={titleOfFigures(amount)} unit={unit} />}
      {names.fee !== null && (
        <Row
          name={names.fee}
          value={texts.fee}
          title={titleOfFigures(fee)}
          unit={unit}
          quiet={isSeller && !bid}
        />
      )}
      {names.buyer !== null && isSeller && (
        <Row name={names.buyer} value={texts.buyerPays} title={titleOfFigures(buyerPays)} unit={unit} quiet />
      )}
      {transferFee > 0 && (
        <Row
          name={royaltyName(price, creator)}
          value={texts.royalty}
          title={titleOfFigures(royalty)}
          unit={unit}
          quiet
        />
      )}
      {(whole || isSeller) && (
        <Row
          name={names.seller}
          value={texts.sellerGets}
          title={titleOfFigures(sellerGets)}
          unit={unit}
          total={isSeller}
          quiet={!isSeller}
        />
      )}
      {names.buyer !== null && !isSeller && (
        <Row
          name={names.buyer}
          value={texts.buyerPays}
          title={titleOfFigures(buyerPays)}
          unit={unit}
          total
          fiat={isDrops(buyerPays) && <FiatText drops={buyerPays} price={xrpPrice} />}
        />
      )}
      {needsMore && (
        <Row
          name={t("You need, including the issuer's transfer fee")}
          value={texts.needs}
          title={titleOfFigures(needs)}
          unit={unit}
          quiet
        />
      )}
      {issuer !== null && (
        <div className={css.row} data-quiet="true">
          <dt>{t('Issuer of {unit}', { unit })}</dt>
          <dd title={issuer}>{shortenAddress(issuer)}</dd>
        </div>
      )}
    </dl>
  )
}

function royaltyName({ form, transferFee }: NftPrice, creator: string | undefined): string {
  const to = creator === undefined ? t('the creator') : t('the creator {name}', { name: nameOf(creator) })
  const percent = transferFeePercent(transferFee)
  return form === 'listing'
    ? t('Royalty to {to} ({percent} %), included in the price', { to, percent })
    : t('Royalty to {to} ({percent} %)', { to, percent })
}

interface RowProps {
  name: string
  value: string
  title: string | undefined
  unit: string
  total?: boolean
  quiet?: boolean
  fiat?: ReactNode
}

function Row({ name, value, title, unit, total = false, quiet = false, fiat }: RowProps) {
  return (
    <div className={css.row} data-total={total} data-quiet={quiet}>
      <dt>{name}</dt>
      <dd title={title}>
        {value} {unit}
        {fiat !== undefined && <span className={css.fiat}>{fiat}</span>}
      </dd>
    </div>
  )
}
