import { useSyncExternalStore } from 'react'
import type { OfferKind } from '#worker/contract/offer-rules.ts'
import type { OfferDraft } from './offer-draft.ts'
import { openConnect } from './session/connect-prompt.ts'
import { useAccount } from './session/session.ts'

/** What a person has begun to do with a work: its page shows the dialog for it, and Try Again takes it up anew. */
export type TradeIntent =
  | { act: 'buy_now' }
  | { act: 'offer'; kind: OfferKind; draft: OfferDraft | null }
  | { act: 'accept'; offerIndex: string }
  | { act: 'cancel'; offerIndex: string }
  | { act: 'burn' }
  | { act: 'contact' }

interface Trade {
  nftokenID: string
  intent: TradeIntent
}

let trade: Trade | null = null
const listeners = new Set<() => void>()

function set(next: Trade | null): void {
  trade = next
  for (const listener of listeners) listener()
}

/** Begins something with a work; the work's page shows its dialog. */
export function openTrade(nftokenID: string, intent: TradeIntent): void {
  set({ nftokenID, intent })
}

export function closeTrade(): void {
  set(null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useTrade(nftokenID: string): TradeIntent | null {
  return useSyncExternalStore(subscribe, () => (trade?.nftokenID === nftokenID ? trade.intent : null))
}

/** Starts an action on a work. A visitor connects a wallet first where the action needs one. */
export function useBeginTrade(nftokenID: string): (intent: TradeIntent) => void {
  const account = useAccount()
  return (intent) => {
    if (account === null && intent.act !== 'contact') openConnect(() => openTrade(nftokenID, intent))
    else openTrade(nftokenID, intent)
  }
}
