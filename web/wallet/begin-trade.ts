import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { openTrade, type TradeIntent } from './trade-intent.ts'

/** Begins something with a work; a visitor is asked to connect first where a wallet is needed, and goes on from there. */
export function useBeginTrade(nftokenID: string): (intent: TradeIntent) => void {
  const account = useAccount()
  return (intent) => {
    if (account === null && intent.act !== 'contact') openConnect(() => openTrade(nftokenID, intent))
    else openTrade(nftokenID, intent)
  }
}
