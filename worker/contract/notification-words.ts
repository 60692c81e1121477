import type { Amount } from './amount-schemas.ts'
import type { NotificationKind } from './notification-kinds.ts'

/** What a notification tells about. */
export interface NotificationFacts {
  kind: NotificationKind
  /** Of the work, or of the collection. */
  name: string | null
  /** Name of the account on the other side. */
  other: string | null
  amount: Amount | null
  previousAmount: Amount | null
}

export interface NotificationWords {
  title: string
  text: string
}

/** Settings by kind. */
export const notificationTitles: Record<NotificationKind, string> = {
  outbid: 'Somebody bids more than you',
  bid_received: 'A bid on your work',
  sold: 'Your work is sold',
  offer_accepted: 'Your bid is accepted',
  auction_ending: 'An auction ends within the hour',
  settled: 'An auction is over',
  airdrop: 'A work is given to you',
  price_drop: 'A work on your watchlist costs less',
  announced: 'An artist you follow or watch announces a collection',
  payout_refused: 'A payout to you is refused',
  listing_ended: 'An old listing of yours is cancelled',
}

/** The messages of `alert`: those of the page's build in the list, those of the worker on a device. */
interface Phrases {
  title: (values: { kind: string; work: string }) => string
  text: (values: { kind: string; name: string; price: string; before: string; work: string }) => string
  somebody: string
  aWork: string
  aPrice: string
}

/** Kinds whose sentence also says what it was before, where that is known. */
const withBefore: readonly NotificationKind[] = ['outbid', 'price_drop']

/** A notification in a title and a sentence: the same in the list and on a device. */
export function notificationWords(
  { kind, name, other, amount, previousAmount }: NotificationFacts,
  words: Phrases,
  amountOf: (amount: Amount) => string,
): NotificationWords {
  const work = name ?? words.aWork
  const isCompared = previousAmount !== null && withBefore.includes(kind)
  return {
    title: words.title({ kind, work }),
    text: words.text({
      kind: isCompared ? `${kind}_before` : kind,
      name: other ?? words.somebody,
      price: amount === null ? words.aPrice : amountOf(amount),
      before: previousAmount === null ? '' : amountOf(previousAmount),
      work,
    }),
  }
}

interface NotificationSubject {
  kind: NotificationKind
  nft: string | null
  collectionId: string | null
}

/** The page that a notification of an account leads to. */
export function notificationPath({ kind, nft, collectionId }: NotificationSubject, account: string): string {
  if (kind === 'payout_refused') return `/account/${account}/profile`
  if (kind === 'announced' && collectionId !== null) return `/collection/${collectionId}/items`
  return nft === null ? '/notifications' : `/nft/${nft}`
}
