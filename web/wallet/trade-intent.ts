import type { OfferKind } from '#worker/contract/offer-rules.ts'
import { createStore, useStore } from '#web/ui/store.ts'
import type { OfferDraft } from './offer-draft.ts'
import type { OldTerms } from './selling/new-price.ts'
import { openConnect } from './session/connect-prompt.ts'
import { useAccount } from './session/session.ts'

/** A new price as typed, and what the new offer keeps of the old one, which may be cancelled already. */
export interface PriceDraft {
  value: string
  terms: OldTerms
}

/** An action started on a work. The work's page shows its dialog, and Try Again restarts it. */
export type TradeIntent =
  | { act: 'buy_now' }
  | { act: 'offer'; kind: OfferKind; draft: OfferDraft | null }
  | { act: 'accept'; offerIndex: string }
  | { act: 'cancel'; offerIndex: string }
  | { act: 'reprice'; draft: PriceDraft | null }
  | { act: 'burn' }
  | { act: 'contact' }

const trade = createStore<{ nftokenID: string; intent: TradeIntent } | null>(null)

/** Starts an action on a work; the work's page shows its dialog. */
export function openTrade(nftokenID: string, intent: TradeIntent): void {
  trade.set({ nftokenID, intent })
}

export function closeTrade(): void {
  trade.set(null)
}

/** The current intent, on whichever work; null for none. */
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
    if (account === null && intent.act !== 'contact') openConnect(() => openTrade(nftokenID, intent))
    else openTrade(nftokenID, intent)
  }
}

/** The same for one work. */
export function useBeginTrade(nftokenID: string): (intent: TradeIntent) => void {
  const begin = useBegin()
  return (intent) => begin(nftokenID, intent)
}
