import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Nft } from '#contract/schemas/nfts.ts'
import type { BidSale, StandingBid } from '#contract/schemas/standing-bids.ts'
import { rich, t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { termsOf } from '#web/kit/bids/bid-words.ts'
import { workBidQuery } from '#web/kit/bids/queries.ts'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import { RetryButton } from '#web/kit/retry-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Place } from '#web/ui/when-near.tsx'
import css from './work-bid.module.css'
import { bidProceeds } from './offer/bid-proceeds.ts'
import { SellIntoBidDialog } from './offer/sell-into-bid-dialog.tsx'
import { RevokeSaleDialog } from './revoke-sale-dialog.tsx'

interface WorkBidProps {
  nft: Nft
  viewer: string | null
  /** Height reserved until it is known whether there is a bid, so that a bid that loads late does not move the rest. */
  height: string
  /** The parts of the page below the bid. They wait until it is known whether there is one. */
  children: ReactNode
}

/** The best standing bid on a work, with the owner's button to sell to it, and a sale that waits for its bidder. */
export function WorkBid({ nft, viewer, height, children }: WorkBidProps) {
  const { data, isPending, isFetching } = useQuery(workBidQuery(nft.nftokenID))
  const [bidToAccept, setBidToAccept] = useState<StandingBid | null>(null)
  if (isPending && isFetching) return <Place height={height} />
  if (data === undefined || nft.burned) return children
  const { best, sale } = data
  const isOwner = viewer === nft.owner
  return (
    <>
      {sale !== null && <WaitingSale sale={sale} viewer={viewer} />}
      {sale === null && best !== null && (
        <div className={css.bid}>
          <p>
            {rich('Standing bid: {amount} for {terms}, by {bidder}', {
              amount: <AmountText amount={best.priceDrops} />,
              terms: termsOf(best),
              bidder: <Address account={best.bidder} viewer={viewer} />,
            })}
          </p>
          {isOwner && (
            <Button look="outline" size="large" onClick={() => setBidToAccept(best)}>
              {rich('Sell to this bid for {amount}', {
                amount: <AmountText amount={bidProceeds(nft, best).proceeds} />,
              })}
            </Button>
          )}
        </div>
      )}
      {bidToAccept !== null && viewer !== null && (
        <SellIntoBidDialog
          nft={nft}
          title={nftTitle(nft)}
          bid={bidToAccept}
          onClose={() => setBidToAccept(null)}
        />
      )}
      {children}
    </>
  )
}

function WaitingSale({ sale, viewer }: { sale: BidSale; viewer: string | null }) {
  const role = viewer === sale.seller ? 'seller' : viewer === sale.bidder ? 'bidder' : null
  const until = <RelativeTime at={sale.until} upcoming />
  return (
    <div className={css.bid} role="status">
      <p>
        {role === 'bidder'
          ? rich('Sold to you for {amount}. Your time to complete the sale ends {until}.', {
              amount: <AmountText amount={sale.priceDrops} />,
              until,
            })
          : rich(
              'Sold to a standing bid for {amount}. The bidder’s time to complete the sale ends {until}.',
              {
                amount: <AmountText amount={sale.priceDrops} />,
                until,
              },
            )}
      </p>
      {role === 'bidder' && <Link to="/bids">{t('Complete the sale')}</Link>}
      {role === 'seller' && <WithdrawSale sale={sale} />}
    </div>
  )
}

/** Withdraws a sale at once, or with a transaction after the bidder's wallet has received the seller's signature. */
export function WithdrawSale({ sale }: { sale: BidSale }) {
  const queryClient = useQueryClient()
  const [isRevoking, setRevoking] = useState(false)
  const end = useMutation({
    mutationFn: () => call('endBidSale', { body: { id: sale.id } }),
    onSettled: () => queryClient.invalidateQueries(),
  })
  return (
    <>
      <p className={css.quiet}>
        {sale.handedOut
          ? t('The bidder’s wallet has your signature. A transaction of your account withdraws it.')
          : t('You can withdraw at once. Any other transaction of your account withdraws the sale, too.')}
      </p>
      {sale.handedOut ? (
        <Button onClick={() => setRevoking(true)}>{t('Withdraw with a transaction')}</Button>
      ) : (
        <RetryButton error={end.error} busy={end.isPending} onClick={() => end.mutate()}>
          {t('Withdraw the sale')}
        </RetryButton>
      )}
      {end.error !== null && <p role="alert">{sentenceOf(end.error)}</p>}
      {isRevoking && <RevokeSaleDialog sale={sale} onClose={() => setRevoking(false)} />}
    </>
  )
}
