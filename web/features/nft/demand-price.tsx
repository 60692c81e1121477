import type { XrpPrice } from '#contract/schemas/prices.ts'
import { t } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { DemandRows } from '#web/kit/amounts/demand-rows.tsx'
import type { DemandWork } from '#web/kit/nfts/demand-work.ts'
import css from './demand.module.css'
import block from './sale-block.module.css'
import { FiatBeside, SaleBlock, SalePrice } from './sale-block.tsx'

interface DemandPriceProps {
  work: DemandWork
  xrpPrice: XrpPrice | null
}

/** The price of an on-demand item and how it is split. */
export function DemandPrice({ work: { nft, demand, collection }, xrpPrice }: DemandPriceProps) {
  const { price } = demand
  const isDrawn = demand.hidden || collection?.random === true
  return (
    <SaleBlock name={t('Price')}>
      {price === null ? (
        <>
          <SalePrice>{t('Not listed')}</SalePrice>
          <p className={block.quiet}>{t('Its creator has not set a price.')}</p>
        </>
      ) : (
        <>
          <SalePrice>
            <AmountText amount={price} />
            <FiatBeside amount={price} xrpPrice={xrpPrice} />
          </SalePrice>
          <DemandRows price={price} transferFee={nft.transferFee} payees={demand.payees} />
          {demand.reserved && (
            <p className={block.sold}>
              <span className={block.dot} data-state="reserved" aria-hidden="true" />
              {t('Reserved')}
            </p>
          )}
          <p className={css.quiet}>
            {isDrawn
              ? t('Every remaining work has the same chance. Pay within 15 minutes to reveal yours.')
              : t('Minted for you when you buy.')}
          </p>
        </>
      )}
    </SaleBlock>
  )
}
