import { createStore, useStore } from '#web/ui/store.ts'
import { openConnect } from './session/connect-prompt.ts'
import { pendingStorage, saveWish } from './session/pending-connect.ts'
import { useAccount } from './session/session.ts'
import type { TradeIntent } from './trade-wish.ts'

export type { PriceDraft, TradeIntent } from './trade-wish.ts'

const trade = createStore<{ nftokenID: string; intent: TradeIntent } | null>(null)

/** Starts an action on a work; the work's page shows its dialog. */
export function openTrade(nftokenID: string, intent: TradeIntent): void {
  trade.set({ nftokenID, intent })
}

export function closeTrade(): void {
  trade.set(null)
}

/** The current intent, for any work; null if there is none. */
export const useCurrentTrade = () => useStore(trade)

/** The current intent on a work; null for none. */
export function useTrade(nftokenID: string): TradeIntent | null {
  const current = useCurrentTrade()
  return current?.nftokenID === nftokenID ? current.intent : null
}

/** `openTrade` for a page: a visitor connects a wallet first if the action needs one. */
export function useBegin(): (nftokenID: string, intent: TradeIntent) => void {
  const account = useAccount()
  return (nftokenID, intent) => {
    if (account !== null || intent.action === 'contactOwner') return openTrade(nftokenID, intent)
    saveWish(pendingStorage(), { nftokenID, intent, at: Date.now() })
    openConnect(() => {
      // Another tab may be the one that the wallet app has returned to.
      if (document.visibilityState === 'visible') saveWish(pendingStorage(), null)
      openTrade(nftokenID, intent)
    })
  }
}

/** The same for one work. */
export function useBeginTrade(nftokenID: string): (intent: TradeIntent) => void {
  const beginTrade = useBegin()
  return (intent) => beginTrade(nftokenID, intent)
}
