import { useQuery } from '@tanstack/react-query'
import type { AccountOffer } from '#contract/schemas/profiles.ts'
import { t } from '#web/messages.ts'
import { isToken, nftQuery } from '#web/kit/nfts/queries.ts'
import { QueryError } from '#web/kit/query-states.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RepriceDialog } from '#web/wallet/selling/reprice-dialog.tsx'

interface RepriceOfferProps {
  offer: AccountOffer
  account: string
  onClose: () => void
}

/** Sets a new price for an own offer, starting from the work's current price. */
export function RepriceOffer({ offer, account, onClose }: RepriceOfferProps) {
  const { NFTokenID, Amount: amount, Destination: destination, Expiration: expiration, name } = offer
  const { data, error, refetch } = useQuery(nftQuery(NFTokenID))
  const reply = data?.nft.nftokenID === NFTokenID ? data : null
  const terms = { amount, destination, expiration }
  if (reply !== null && isToken(reply))
    return <RepriceDialog reply={reply} account={account} draft={{ value: '', terms }} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={t('Change the price of {name}', { name })}>
      {error === null ? (
        <Skeleton width="100%" height="12rem" />
      ) : (
        <QueryError error={error} retry={refetch} />
      )}
    </Dialog>
  )
}
