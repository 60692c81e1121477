import { createStore, useStore } from '#web/ui/store.ts'
import { openConnect } from './session/connect-prompt.ts'
import { pendingStorage, saveWish } from './session/pending-connect.ts'
import { useAccount } from './session/session.ts'
import type { TradeIntent } from './trade-wish.ts'

export type { PriceDraft, TradeIntent } from './trade-wish.ts'

const trade = createStore<{ nftokenID: string; intent: TradeIntent } | null>(null)

/** Starts an action on a work. The work's page shows the dialog. */
export function openTrade(nftokenID: string, intent: TradeIntent): void {
  trade.set({ nftokenID, intent })
}

export function closeTrade(): void {
  trade.set(null)
}

/** Returns the current intent, for any work; null if there is none. */
export const useCurrentTrade = () => useStore(trade)

/** Returns the current intent for a work; null if there is none. */
export function useTrade(nftokenID: string): TradeIntent | null {
  const current = useCurrentTrade()
  return current?.nftokenID === nftokenID ? current.intent : null
}

/** Returns a function that does what `openTrade` does. A visitor connects a wallet first if the action needs one. */
export function useBegin(): (nftokenID: string, intent: TradeIntent) => void {
  const account = useAccount()
  return (nftokenID, intent) => {
    if (account !== null || intent.action === 'contactOwner') return openTrade(nftokenID, intent)
    saveWish(pendingStorage(), { nftokenID, intent, at: Date.now() })
    openConnect(() => {
      // Only in the visible tab, because the wallet app may have returned to another one.
      if (document.visibilityState === 'visible') saveWish(pendingStorage(), null)
      openTrade(nftokenID, intent)
    })
  }
}

/** Like `useBegin`, for one work. */
export function useBeginTrade(nftokenID: string): (intent: TradeIntent) => void {
  const beginTrade = useBegin()
  return (intent) => beginTrade(nftokenID, intent)
}
