import type { Nft, Offer } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { exactAmount } from '#web/kit/amounts/currency.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { emptyDraft } from '#web/wallet/offer-draft.ts'
import { useBeginTrade } from '#web/wallet/trade-intent.ts'
import { offerActionName } from './offer-action-name.ts'

const titles = {
  Cancel: t('Cancel', { context: 'offer' }),
  Accept: t('Accept', { context: 'work' }),
  'Accept Bid': t('Accept Bid'),
} as const

/** The viewer's action on an offer in a table: cancel an own offer, accept a bid, or accept a direct offer. */
export function OfferAction({ nft, offer }: { nft: Nft; offer: Offer }) {
  const { owner: marketplace, tokens } = useSettings()
  const viewer = useAccount()
  const beginTrade = useBeginTrade(nft.nftokenID)
  const name = offerActionName(nft, offer, viewer, marketplace)
  if (name === null) return null
  const action = name === 'Cancel' ? 'cancelOffer' : 'acceptOffer'
  const title = titles[name]
  return (
    <>
      <Button
        size="small"
        aria-label={t('{label}: {value}', { label: title, value: exactAmount(offer.amount, tokens) })}
        onClick={() => beginTrade({ action, offerIndex: offer.nft_offer_index })}
      >
        {title}
      </Button>
      {name === 'Accept Bid' && nft.onAuction === null && (
        <Button
          size="small"
          onClick={() =>
            beginTrade({
              action: 'offerDirectly',
              draft: { ...emptyDraft('offerDirectly'), destination: offer.owner, expires: '3' },
            })
          }
        >
          {t('Answer with a price')}
        </Button>
      )}
    </>
  )
}
