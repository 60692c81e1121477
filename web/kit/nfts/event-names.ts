import type { Amount } from '#contract/schemas/amounts.ts'
import type { HistoryEntry, HistoryType } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'

/** Short names of history events. */
const eventNames: Record<HistoryType, string> = {
  mint: t('Minted', { context: 'event' }),
  sale: t('Sold', { context: 'event' }),
  transfer: t('Transferred'),
  burn: t('Burned', { context: 'event' }),
  modify: t('Changed'),
  sell_offer: t('Offered for sale'),
  buy_offer: t('Bid'),
  offer_cancelled: t('Offer cancelled', { context: 'event' }),
}

/** Returns the name of an event. A sell offer with amount 0 is a transfer, not a sale. */
export function eventName({ type, amount }: Pick<HistoryEntry, 'type' | 'amount'>): string {
  return type === 'sell_offer' && amount === '0' ? t('Offered as a transfer') : eventNames[type]
}

/** Returns the amount shown with an event; null for a transfer. */
export function eventAmount({ type, amount }: Pick<HistoryEntry, 'type' | 'amount'>): Amount | null {
  return type === 'transfer' || amount === '0' ? null : amount
}
