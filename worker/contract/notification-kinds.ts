/** What an account is told about. */
export const notificationKinds = [
  'outbid',
  'bid_received',
  'sold',
  'offer_accepted',
  'auction_ending',
  'settled',
  'airdrop',
  'price_drop',
  'announced',
  'payout_refused',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** The newest ones of an account that are kept, and for how long. */
export const maxNotifications = 500
export const notificationDays = 60
export const notificationsPage = 30
/** Unread ones are counted up to here. */
export const maxUnread = 99
