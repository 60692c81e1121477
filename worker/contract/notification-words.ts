import type { Amount } from './amount-schemas.ts'
import { amountInWords } from './money.ts'
import type { NotificationKind } from './notification-kinds.ts'
import type { ListedToken } from './tokens.ts'

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
}

/** A notification in a title and a sentence: the same in the list and on a device. */
export function notificationWords(
  { kind, name, other, amount, previousAmount }: NotificationFacts,
  tokens: readonly ListedToken[],
): NotificationWords {
  const work = name ?? 'a work'
  const somebody = other ?? 'Somebody'
  const price = amount === null ? 'a price' : amountInWords(amount, tokens)
  const before = previousAmount === null ? null : amountInWords(previousAmount, tokens)
  switch (kind) {
    case 'outbid':
      return {
        title: `You were outbid on ${work}`,
        text: `${somebody} bids ${price}${before === null ? '' : `, more than your ${before}`}.`,
      }
    case 'bid_received':
      return { title: `A bid on ${work}`, text: `${somebody} bids ${price}.` }
    case 'sold':
      return { title: `${work} is sold`, text: `${somebody} bought it for ${price}.` }
    case 'offer_accepted':
      return { title: `Your bid on ${work} is accepted`, text: `It is yours for ${price}.` }
    case 'auction_ending':
      return { title: `The auction of ${work} ends soon`, text: 'It ends within the hour.' }
    case 'settled':
      return { title: `The auction of ${work} is over`, text: `It was settled at ${price} with ${somebody}.` }
    case 'airdrop':
      return {
        title: `${work} is a gift for you`,
        text: `From ${somebody}. Take gifts only from accounts that you know.`,
      }
    case 'price_drop':
      return {
        title: `${work} costs less`,
        text: before === null ? `Now ${price}.` : `Now ${price}, before ${before}.`,
      }
    case 'announced':
      return { title: `${work} is announced`, text: `${somebody} has opened the collection for purchases.` }
    case 'payout_refused':
      return {
        title: 'A payout to you was refused',
        text: `${price} for ${work} could not be paid. Your profile says what to change.`,
      }
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
