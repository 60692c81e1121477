import type { Amount } from '#worker/contract/amount-schemas.ts'
import type { HistoryEntry, HistoryType } from '#worker/contract/nfts.ts'
import { m } from '#web/messages.ts'

/** A short name of a history event. */
const eventNames: Record<HistoryType, string> = {
  mint: m.kit_event_names_minted,
  sale: m.kit_event_names_sold,
  transfer: m.kit_event_names_transferred,
  burn: m.kit_event_names_burned,
  modify: m.kit_event_names_changed,
  sell_offer: m.kit_event_names_offered_for_sale,
  buy_offer: m.kit_price_row_names_bid,
  offer_cancelled: m.kit_event_names_offer_cancelled,
}

/** A sell offer with amount 0 is a transfer, not a sale. */
export function eventName({ type, amount }: Pick<HistoryEntry, 'type' | 'amount'>): string {
  return type === 'sell_offer' && amount === '0' ? m.kit_event_names_offered_as_a_transfer : eventNames[type]
}

/** The amount to show with an event: a transfer has none. */
export function eventAmount({ type, amount }: Pick<HistoryEntry, 'type' | 'amount'>): Amount | null {
  return type === 'transfer' || amount === '0' ? null : amount
}
