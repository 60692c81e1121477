import { formatXrpExact } from '#worker/contract/amounts.ts'
import { onDemandFee, royalty } from '#worker/contract/fees.ts'
import type { XrpPrice } from '#worker/contract/prices.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { transferFeePercent } from '#web/kit/amounts/nft-price.ts'
import { UsdText } from '#web/kit/amounts/usd-text.tsx'
import block from '#web/features/nft/price-block.module.css'
import css from './demand.module.css'

/** Where the price of an on-demand item goes: all of it is in the price. */
export function DemandRows({ priceDrops, transferFee }: { priceDrops: string; transferFee: number }) {
  const price = BigInt(priceDrops)
  const fee = onDemandFee(price)
  const paid = royalty(price, transferFee, false)
  const rows = [
    ['Marketplace fee, 2 %, in the price', fee],
    [`Royalty, ${transferFeePercent(transferFee)} %, in the price`, paid],
    ['The creator gets, royalty included', price - fee],
  ] as const
  return (
    <dl className={css.rows}>
      {rows.map(([name, drops]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatXrpExact(drops)} XRP</dd>
        </div>
      ))}
      <div data-total="true">
        <dt>You pay</dt>
        <dd>{formatXrpExact(price)} XRP</dd>
      </div>
    </dl>
  )
}

interface DemandPriceProps {
  priceDrops: string | null
  transferFee: number
  /** Of a random collection: its price is that of the draw. */
  drawn: boolean
  xrpPrice: XrpPrice | null
}

export function DemandPrice({ priceDrops, transferFee, drawn, xrpPrice }: DemandPriceProps) {
  return (
    <section className={block.block} aria-label="Sale">
      <p className={block.name}>Price</p>
      {priceDrops === null ? (
        <>
          <p className={block.large}>Not listed</p>
          <p className={block.quiet}>Its creator has not set a price.</p>
        </>
      ) : (
        <>
          <p className={block.large}>
            <AmountText amount={priceDrops} />
            {xrpPrice !== null && (
              <span className={block.usd}>
                {' '}
                <UsdText drops={priceDrops} price={xrpPrice} />
              </span>
            )}
          </p>
          <DemandRows priceDrops={priceDrops} transferFee={transferFee} />
          <p className={css.quiet}>
            {drawn
              ? 'It is sold by Random buy, on the page of its collection.'
              : 'It is minted for its buyer: payment and NFT change hands in one transaction.'}
          </p>
        </>
      )}
    </section>
  )
}
