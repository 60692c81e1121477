import { useQuery } from '@tanstack/react-query'
import type { Nft } from '#contract/schemas/nfts.ts'
import type { StandingBid } from '#contract/schemas/standing-bids.ts'
import { rich } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { workBidQuery } from '#web/kit/bids/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { bidProceeds } from './bid-proceeds.ts'

interface BestStandingBidProps {
  nft: Nft
  onChoose: (bid: StandingBid) => void
}

/** The best standing bid on a work, to which its owner can sell instead of listing it. */
export function BestStandingBid({ nft, onChoose }: BestStandingBidProps) {
  const { data } = useQuery(workBidQuery(nft.nftokenID))
  const best = data?.sale === null ? data.best : null
  if (best === null) return null
  return (
    <div>
      <Button look="outline" onClick={() => onChoose(best)}>
        {/* One flex item, so that the button's gap does not separate the words. */}
        <span>
          {rich('Sell now for {amount} to a standing bid', {
            amount: <AmountText amount={bidProceeds(nft, best).proceeds} />,
          })}
        </span>
      </Button>
    </div>
  )
}
