import { t } from './sentence.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import type { NotificationKind } from '#contract/rules/notification-kinds.ts'

/** Facts that a notification contains. */
export interface NotificationFacts {
  kind: NotificationKind
  /** Name of the work, or of the collection. */
  name: string | null
  /** Name of the account on the other side. */
  other: string | null
  amount: Amount | null
  previousAmount: Amount | null
  /** The end of an auction or the start of a phase, in ISO 8601. */
  endsAt: string | null
  /** Number of further events of the same account in this notification. */
  more: number
}

export interface NotificationWords {
  title: string
  text: string
}

/** Names of the settings, by kind. */
export const notificationTitles: Record<NotificationKind, () => string> = {
  outbid: () => t('Someone outbids you'),
  bid_received: () => t('A bid on your work'),
  sold: () => t('Your work is sold'),
  offer_accepted: () => t('Your bid is accepted'),
  auction_extended: () => t('A late bid extends an auction'),
  auction_ending: () => t('An auction ends within the hour'),
  settled: () => t('An auction is over'),
  airdrop: () => t('You receive a work as a gift'),
  price_drop: () => t('A work on your watchlist drops in price'),
  announced: () => t('An artist you follow or watch announces a collection'),
  edition_soon: () => t('An edition by an artist you follow or watch starts within the hour'),
  edition_moved: () => t('An announced edition gets another start or price'),
  edition_paused: () => t('An announced edition is paused before it starts'),
  edition_closed: () => t('An announced edition is closed before it starts'),
  edition_open: () => t('An edition by an artist you follow or watch is on sale'),
  payout_refused: () => t('A payout to you is refused'),
  listing_ended: () => t('One of your old listings is cancelled'),
  counter_offer: () => t('An owner answers your bid with a price'),
  work_changed: () => t('A work that you bid on is changed'),
  bid_sale: () => t('Someone sells to your standing bid'),
  bid_sale_ended: () => t('A sale to a standing bid does not happen'),
  offers_ending: () => t('Your offers end within a day'),
}

/** Kinds whose sentence also names the previous amount, if it is known. */
const withBefore: readonly NotificationKind[] = ['outbid', 'price_drop']

/**
 * Returns a notification's title and sentence, the same in the list and on a device. A gift does not name the work,
 * because strangers choose the name and could write anything here.
 */
export function notificationWords(
  { kind, name, other: otherName, amount, previousAmount, endsAt, more: moreCount }: NotificationFacts,
  { amountOf, timeOf }: { amountOf: (amount: Amount) => string; timeOf: (iso: string) => string },
): NotificationWords {
  const work = name ?? t('a work')
  const isCompared = previousAmount !== null && withBefore.includes(kind)
  const event = isCompared ? `${kind}_before` : kind
  const text = t(
    '{kind, select, outbid_before {{name} bid {price}, more than your {before}.} outbid {{name} bid {price}.} bid_received {{name} bid {price}.} sold {{name} bought it for {price}.} offer_accepted {It is yours for {price}.} auction_extended {{name} bid in the last five minutes, so the auction ends five minutes later. Each further late bid extends it again.} auction_ending {It ends within the hour.} settled {It was settled at {price} with {name}.} airdrop {From {name}. Accept gifts only from accounts you know.} price_drop_before {Now {price}, previously {before}.} price_drop {Now {price}.} announced {{name} has opened the collection for purchases.} edition_soon {{name} will sell prints of a work at {price}.} edition_moved {{name} has changed the sale: prints are available from {start}, at {price}.} edition_paused {{name} has paused the sale that was to start on {start}. You will be notified if it starts.} edition_closed {{name} has closed the edition that was to start on {start}. No print will be sold.} edition_open {{name} is selling prints of a work at {price}.} listing_ended {The work left your account, so the listing at {price} was cancelled. Otherwise it could have been bought at that price once the work came back.} bid_sale {{name} sold {work} to your bid of {price}. Complete the sale within 24 hours.} bid_sale_ended {Your sale of {work} for {price} did not happen. The work is still yours.} work_changed {{name} changed a work that you bid on. The owner cannot accept your bid until you confirm it on the page of the work.} counter_offer {{name} offers you {work} for {price} in answer to your bid.} offers_ending {Your offer of {price} for {work} ends within a day.} other {{price} for {work} could not be paid. Your profile says what to change.}}',
    {
      kind: event,
      name: otherName ?? t('Somebody'),
      price: amount === null ? t('a price') : amountOf(amount),
      before: previousAmount === null ? '' : amountOf(previousAmount),
      work,
      start: endsAt === null ? t('another time') : timeOf(endsAt),
    },
  )
  return {
    title: t(
      '{kind, select, outbid {You were outbid on {work}} bid_received {New bid on {work}} sold {{work} was sold} offer_accepted {Your bid on {work} was accepted} auction_extended {The auction of {work} was extended} auction_ending {The auction of {work} ends soon} settled {The auction of {work} is over} airdrop {A gift for you} price_drop {The price of {work} dropped} announced {{work} was announced} edition_soon {An edition in {work} starts within the hour} edition_moved {An edition in {work} has another start or price} edition_paused {An edition in {work} is paused} edition_closed {An edition in {work} is closed} edition_open {An edition in {work} is on sale} listing_ended {Your listing of {work} was cancelled} bid_sale {{work} was sold to your standing bid} bid_sale_ended {The sale of {work} is over} work_changed {{work} has changed since your bid} counter_offer {An answer to your bid on {work}} offers_ending {An offer of yours ends soon} other {A payout to you was refused}}',
      { kind, work },
    ),
    text:
      moreCount === 0
        ? text
        : t(
            '{kind, select, airdrop {{text} {more, plural, one {And # more gift} other {And # more gifts}} in the same hour.} offers_ending {{text} {more, plural, one {# more offer ends as well.} other {# more offers end as well.}}} other {{text} {more, plural, one {And # more bid} other {And # more bids}} in the same hour.}}',
            { kind, text, more: moreCount },
          ),
  }
}

interface NotificationSubject {
  kind: NotificationKind
  nft: string | null
  collectionId: string | null
}

/** Returns the page that an account's notification leads to. */
export function notificationPath({ kind, nft, collectionId }: NotificationSubject, account: string): string {
  if (kind === 'offers_ending') return `/account/${account}/profile/offers`
  if (kind === 'payout_refused') return `/account/${account}/profile`
  if (kind === 'bid_sale' || kind === 'bid_sale_ended') return '/bids'
  if ((kind === 'announced' || kind.startsWith('edition_')) && collectionId !== null)
    return `/collection/${collectionId}/items`
  return nft === null ? '/notifications' : `/nft/${nft}`
}
