import { formatXrpExact } from '#worker/contract/amounts.ts'
import { type NftPrice, transferFeePercent } from './nft-price.ts'
import css from './price-rows.module.css'

/** Fee, royalty and total of a price in XRP, aligned to the last figure. */
export function PriceRows({ price, withPrice = false }: { price: NftPrice; withPrice?: boolean }) {
  const { brokered, transferFee, priceDrops, feeDrops, royaltyDrops, sellerDrops, buyerDrops } = price
  return (
    <dl className={css.rows}>
      {withPrice && <Row name="Price" drops={priceDrops} />}
      {brokered ? (
        <Row name="Marketplace fee, 1 %" drops={feeDrops} />
      ) : (
        <Row name="Marketplace fee, none: a direct offer" drops={0n} />
      )}
      <Row name="Total you pay" drops={buyerDrops} total />
      <Row
        name={
          transferFee === 0
            ? 'Royalty, none on this sale'
            : `Royalty to the creator, ${transferFeePercent(transferFee)} %, in the price`
        }
        drops={royaltyDrops}
        quiet
      />
      {withPrice && <Row name="The seller gets" drops={sellerDrops} quiet />}
    </dl>
  )
}

interface RowProps {
  name: string
  drops: bigint
  total?: boolean
  quiet?: boolean
}

function Row({ name, drops, total = false, quiet = false }: RowProps) {
  return (
    <div className={css.row} data-total={total} data-quiet={quiet}>
      <dt>{name}</dt>
      <dd>{formatXrpExact(drops)} XRP</dd>
    </div>
  )
}
