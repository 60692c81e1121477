import { Link } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import type { NftReply } from '#contract/schemas/nfts.ts'
import { rich, t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { nftPrice } from '#web/kit/amounts/nft-price.ts'
import { guardOf, useBuyerProblem } from '#web/wallet/buyer-problem.ts'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import css from './action-panel.module.css'
import { swapOf, type TradeAction, tradeActions } from './trade-actions.ts'
import { closeTrade, useBeginTrade, useTrade } from '#web/wallet/trade-intent.ts'

const load = async () => (await import('./trade-dialog.tsx')).TradeDialog
const TradeDialog = lazyCode(load)
const CartButton = lazyPart(async () => (await import('#web/kit/cart/cart-button.tsx')).CartButton)
const ContactDialog = lazyCode(async () => (await import('./contact-dialog.tsx')).ContactDialog)

/** The viewer's actions on the work. On phones the primary ones stick to the bottom edge. */
export function ActionPanel({ reply }: { reply: NftReply }) {
  const { nft, collection } = reply
  const settings = useSettings()
  const viewer = useAccount()
  const intent = useTrade(nft.nftokenID)
  const now = useNow(2000, nft.onAuction !== null)
  const beginTrade = useBeginTrade(nft.nftokenID)
  useEffect(() => () => closeTrade(), [])

  const problem = useBuyerProblem(guardOf(nft, collection))
  const { main, moreActions } = tradeActions(reply, viewer, settings.owner, now, problem)
  const totalOf = ({ buys }: TradeAction) => {
    if (buys === undefined) return null
    const price = nftPrice(nft, { kind: 'buyNow', buyer: viewer, ...buys }, settings.ownerReserveDrops)
    return <AmountText amount={price.buyerPays} />
  }
  const total = main.map(totalOf).find((amount) => amount !== null)
  const listing = main.find(({ buys }) => buys !== undefined)?.buys
  const leads = main[0]?.leads
  const swaps = viewer === null ? null : swapOf(reply, viewer, settings.owner)
  const note = main.find(({ barred }) => barred !== undefined)?.barred
  return (
    <div className={css.actions}>
      {main.length > 0 && (
        <div className={css.panel} data-bottom-bar>
          {total !== undefined && (
            <p className={css.total}>
              <span className={css.label}>{t('Total')}</span>
              {total}
            </p>
          )}
          {leads !== undefined && (
            <p className={css.total} data-leads={leads}>
              {leads ? t('You lead.') : t('You were outbid.')}
            </p>
          )}
          {main.map((action, index) => (
            <Button
              key={action.name}
              look={index === 0 && !isSecondary(action) ? 'primary' : 'outline'}
              size="large"
              disabled={action.barred !== undefined}
              onClick={() => beginTrade(action.intent)}
              onPointerEnter={() => void load()}
            >
              {action.name}
              {action.buys !== undefined && <span className={css.amount}> {totalOf(action)}</span>}
              {action.bids !== undefined && (
                <span className={css.least}>
                  {action.bids.above
                    ? rich('above {amount}', { amount: <AmountText amount={action.bids.amount} /> })
                    : rich('from {amount}', { amount: <AmountText amount={action.bids.amount} /> })}
                </span>
              )}
            </Button>
          ))}
        </div>
      )}
      {note !== undefined && <p className={css.note}>{note}</p>}
      {(moreActions.length > 0 || listing !== undefined || swaps !== null) && (
        <ul className={css.more} aria-label={t('More actions')}>
          {listing !== undefined && (
            <li>
              <Suspense
                fallback={
                  <Button look="quiet" disabled>
                    {t('Add to Cart')}
                  </Button>
                }
              >
                <CartButton
                  work={{
                    nftokenID: nft.nftokenID,
                    name: nftTitle(nft),
                    sellOfferIndex: listing.offerIndex,
                    expectedAmount: listing.amount,
                  }}
                  owner={nft.owner}
                  barred={note !== undefined}
                />
              </Suspense>
            </li>
          )}
          {swaps !== null && (
            <li>
              <Link to="/swap/new" search={swaps} className={buttonClass('quiet')}>
                {t('Propose a Swap')}
              </Link>
            </li>
          )}
          {moreActions.map((action) => (
            <li key={action.name}>
              <Button look="quiet" onClick={() => beginTrade(action.intent)}>
                {action.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {intent?.action === 'contactOwner' && <ContactDialog nft={nft} onClose={closeTrade} />}
        {intent !== null && intent.action !== 'contactOwner' && viewer !== null && (
          <TradeDialog reply={reply} intent={intent} account={viewer} />
        )}
      </Suspense>
    </div>
  )
}

function isSecondary({ intent }: TradeAction): boolean {
  return intent.action === 'cancelOffer'
}
