import { openConnect } from '#web/features/wallet/connect-prompt.ts'
import { useAccount } from '#web/features/wallet/session.ts'
import { openTrade, type TradeIntent } from './trade-intent.ts'

/** Begins something with a work; a visitor is asked to connect first, and goes on from there. */
export function useBeginTrade(nftokenID: string): (intent: TradeIntent) => void {
  const account = useAccount()
  return (intent) => {
    if (account === null) openConnect(() => openTrade(nftokenID, intent))
    else openTrade(nftokenID, intent)
  }
}
