import { useQuery } from '@tanstack/react-query'
import { t } from '#web/messages.ts'
import { isToken, nftQuery } from '#web/kit/nfts/queries.ts'
import { QueryError } from '#web/kit/query-states.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { closeTrade, type TradeIntent } from '#web/wallet/trade-intent.ts'
import { TradeDialog } from './trade-dialog.tsx'

interface HostedTradeProps {
  nftokenID: string
  intent: Exclude<TradeIntent, { action: 'contactOwner' }>
  account: string
}

/** Loads the work of a trade and shows the trade's dialog. */
export function HostedTrade({ nftokenID, intent, account }: HostedTradeProps) {
  const { data, error, refetch } = useQuery(nftQuery(nftokenID))
  if (data !== undefined && isToken(data))
    return <TradeDialog reply={data} intent={intent} account={account} />
  return (
    <Dialog open onClose={closeTrade} title={t('One moment')}>
      {error === null ? (
        <Skeleton width="100%" height="14rem" />
      ) : (
        <QueryError error={error} retry={refetch} />
      )}
    </Dialog>
  )
}
