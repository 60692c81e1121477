import { Suspense, useEffect } from 'react'
import { closeTrade, useCurrentTrade } from '#web/wallet/trade-intent.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'

const HostedTrade = lazyCode(async () => (await import('./hosted-trade.tsx')).HostedTrade)

/** Shows the dialog of a trade that was started from a list rather than from the work's page. */
export function TradeHost() {
  const current = useCurrentTrade()
  const viewer = useAccount()
  useEffect(() => () => closeTrade(), [])
  if (current === null || current.intent.action === 'contactOwner' || viewer === null) return null
  return (
    <Suspense fallback={null}>
      <HostedTrade
        key={current.nftokenID}
        nftokenID={current.nftokenID}
        intent={current.intent}
        account={viewer}
      />
    </Suspense>
  )
}
