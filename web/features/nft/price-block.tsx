import { type ReactElement, Suspense } from 'react'
import type { Nft } from '#contract/schemas/nfts.ts'
import type { XrpPrice } from '#contract/schemas/prices.ts'
import { saleState } from '#contract/rules/sale-state.ts'
import { t, rich } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { PriceRows } from '#web/kit/amounts/price-rows.tsx'
import { nftPrice } from '#web/kit/amounts/nft-price.ts'
import { Changed } from '#web/ui/changed.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './sale-block.module.css'
import { FiatBeside, SaleBlock, SalePrice } from './sale-block.tsx'

const LastSale = lazyCode(async () => (await import('./last-sale.tsx')).LastSale)
const AuctionBlock = lazyCode(async () => (await import('./auction-block.tsx')).AuctionBlock)

/**
 * Price, fee, royalty and total of a listing. Without a listing: the state of the auction or transfer, or that the work
 * is not for sale.
 */
export function PriceBlock({
  nft,
  viewer,
  xrpPrice,
}: {
  nft: Nft
  viewer: string | null
  xrpPrice: XrpPrice | null
}): ReactElement {
  const { owner, ownerReserveDrops } = useSettings()
  const state = saleState(nft, viewer, owner)
  switch (state.kind) {
    case 'auction':
      return (
        <Suspense fallback={<div className={css.auctionPlace} data-extends={state.auction.extends} />}>
          <AuctionBlock auction={state.auction} bids={nft.buyOffers} viewer={viewer} xrpPrice={xrpPrice} />
        </Suspense>
      )
    case 'listed': {
      const { offer, brokered } = state
      const price = nftPrice(
        nft,
        { kind: 'buyNow', amount: offer.amount, brokered, seller: offer.owner, buyer: viewer },
        ownerReserveDrops,
      )
      return (
        <SaleBlock name={t('Price')}>
          <SalePrice>
            <Changed value={JSON.stringify(offer.amount)}>
              <AmountText amount={offer.amount} />
            </Changed>
            <FiatBeside amount={offer.amount} xrpPrice={xrpPrice} />
          </SalePrice>
          <PriceRows price={price} side={nft.owner === viewer ? 'seller' : 'buyer'} />
        </SaleBlock>
      )
    }
    case 'transfer':
      return (
        <SaleBlock name={t('Transfer offer')}>
          <SalePrice>{t('Free of charge')}</SalePrice>
          <p className={css.quiet}>
            {state.to === 'Public'
              ? t('Offered to Public')
              : rich('Offered to {account}', { account: <Address account={state.to} viewer={viewer} /> })}
          </p>
        </SaleBlock>
      )
    case 'not_listed':
      return (
        <SaleBlock name={t('Price')}>
          <SalePrice>{t('Not listed')}</SalePrice>
          {nft.history.some(({ type }) => type === 'sale') && (
            <Suspense fallback={<p className={css.sold}>{'\u00a0'}</p>}>
              <LastSale history={nft.history} />
            </Suspense>
          )}
          <p className={css.quiet}>
            {nft.owner === viewer ? t('You have not set a price.') : t('Its owner has not set a price.')}
          </p>
        </SaleBlock>
      )
  }
}
