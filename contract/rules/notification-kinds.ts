export const notificationKinds = [
  'outbid',
  'bid_received',
  'sold',
  'offer_accepted',
  'auction_extended',
  'auction_ending',
  'settled',
  'airdrop',
  'price_drop',
  'announced',
  'edition_soon',
  'edition_moved',
  'edition_paused',
  'edition_closed',
  'edition_open',
  'payout_refused',
  'listing_ended',
  'counter_offer',
  'work_changed',
  'bid_sale',
  'bid_sale_ended',
  'offers_ending',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Maximum number of stored notifications per account, and their lifetime. */
export const maxNotifications = 500
/**
 * Kinds that strangers can cause for free. Notifications of these kinds are limited in number, also per sender and
 * hour. All bids of an account within an hour share one.
 */
export const strangersKinds: readonly NotificationKind[] = ['airdrop', 'bid_received']
export const maxOfStrangers = 100
export const maxOfSenderPerHour = 20
/** The lowest bid in drops that causes a notification. Lower bids appear only on the page of the work. */
export const minToldBidDrops = 100_000
export const notificationDays = 60
export const notificationsPage = 30
/** Unread notifications are counted up to this number. */
export const maxUnread = 99
const hour = 3600
const day = 24 * hour

/** After this many seconds, a notification is no longer sent to a device. An auction's end is another limit. */
export const pushSeconds: Record<NotificationKind, number> = {
  outbid: day,
  bid_received: day,
  sold: day,
  offer_accepted: day,
  auction_extended: hour,
  auction_ending: hour,
  settled: day,
  airdrop: day,
  price_drop: 6 * hour,
  announced: day,
  edition_soon: hour,
  edition_moved: day,
  edition_paused: day,
  edition_closed: day,
  edition_open: day,
  payout_refused: 3 * day,
  listing_ended: 3 * day,
  counter_offer: day,
  work_changed: day,
  bid_sale: day,
  bid_sale_ended: day,
  offers_ending: 6 * hour,
}

/**
 * Maximum number of devices per account, and of messages to one device within a minute. Further notifications share one
 * message.
 */
export const maxDevices = 10
export const pushesPerMinute = 5
