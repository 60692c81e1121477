import { alignXrp } from './align-xrp.ts'
import { type NftPrice, transferFeePercent } from './nft-price.ts'
import css from './price-rows.module.css'

interface PriceRowsProps {
  price: NftPrice
  /** Whose eyes: the buyer sees what to pay, the seller what comes in. */
  side?: 'buyer' | 'seller'
  /** With the price itself and the other side's part, where they do not stand beside it. */
  whole?: boolean
}

/** Fee, royalty and totals of a price in XRP, aligned to the last figure. */
export function PriceRows({ price, side = 'buyer', whole = false }: PriceRowsProps) {
  const { brokered, transferFee, priceDrops, feeDrops, royaltyDrops, sellerDrops, buyerDrops } = price
  const amounts = alignXrp({ priceDrops, feeDrops, royaltyDrops, sellerDrops, buyerDrops })
  const selling = side === 'seller'
  const royaltyName =
    transferFee === 0
      ? 'Royalty, none on this sale'
      : `Royalty to the creator, ${transferFeePercent(transferFee)} %, in the price`
  return (
    <dl className={css.rows}>
      {whole && <Row name="Price" xrp={amounts.priceDrops} />}
      <Row
        name={brokered ? 'Marketplace fee, 1 %' : 'Marketplace fee, none: a direct offer'}
        xrp={amounts.feeDrops}
        quiet={selling}
      />
      <Row
        name={selling ? 'A buyer pays' : 'Total you pay'}
        xrp={amounts.buyerDrops}
        total={!selling}
        quiet={selling}
      />
      <Row name={royaltyName} xrp={amounts.royaltyDrops} quiet />
      {(whole || selling) && (
        <Row
          name={selling ? 'You get' : 'The seller gets'}
          xrp={amounts.sellerDrops}
          total={selling}
          quiet={!selling}
        />
      )}
    </dl>
  )
}

interface RowProps {
  name: string
  xrp: string
  total?: boolean
  quiet?: boolean
}

function Row({ name, xrp, total = false, quiet = false }: RowProps) {
  return (
    <div className={css.row} data-total={total} data-quiet={quiet}>
      <dt>{name}</dt>
      <dd>{xrp} XRP</dd>
    </div>
  )
}
