import * as v from 'valibot'
import { Amount } from './amounts.ts'
import { createClaimedSchema } from './claims.ts'
import { Media } from './media.ts'
import { NFTokenID } from './nfts.ts'
import { notificationKinds } from '#contract/rules/notification-kinds.ts'
import { peopleField } from './people.ts'

export const NotificationKind = v.picklist(notificationKinds, 'Choose from the kinds of notifications.')

/** An event that concerns an account, or something that the account watches. */
export const Notification = v.object({
  /** Newer notifications have higher ids. */
  id: v.number(),
  kind: NotificationKind,
  /** Time of the event, in ISO 8601. */
  at: v.string(),
  read: v.boolean(),
  nft: v.nullable(NFTokenID),
  /** Name of the work, or of the collection. */
  name: v.nullable(v.string()),
  image: v.nullable(Media),
  collectionId: v.nullable(v.string()),
  /** The account on the other side: the bidder, buyer, seller or artist. */
  other: v.nullable(v.string()),
  amount: v.nullable(Amount),
  /** The account's own earlier bid, or the previous price. */
  previousAmount: v.nullable(Amount),
  /** The end of the auction, in ISO 8601. */
  endsAt: v.nullable(v.string()),
  /** Number of further gifts or bids of the same account within the hour that this notification covers. */
  more: v.number(),
})
export type Notification = v.InferOutput<typeof Notification>

/** The id of a notification, as returned by an earlier reply. */
const NotificationId = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER))

export const NotificationsQuery = v.object({
  /** Returns notifications with lower ids than this one. */
  before: v.optional(
    v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,14}$/, 'Give the id of a notification.'), v.transform(Number)),
  ),
})

export const NotificationsReply = v.object({
  /** Notifications, newest first. */
  notifications: v.array(Notification),
  /** The position of the next page; null after the last one. */
  next: v.nullable(v.number()),
  ...peopleField,
})
export type NotificationsReply = v.InferOutput<typeof NotificationsReply>

export const UnreadReply = v.object({
  /** Number of unread notifications, up to 99. */
  unread: v.number(),
  /** The id of the newest notification; 0 if there are none. */
  newest: v.number(),
  /** Position in the log up to which notifications exist. */
  position: v.number(),
})
export type UnreadReply = v.InferOutput<typeof UnreadReply>

/** Marks one notification as read, or all up to an id. */
export const ReadNotificationsBody = createClaimedSchema({
  id: NotificationId,
  all: v.optional(v.boolean(), false),
})

const Kinds = v.pipe(v.array(NotificationKind), v.maxLength(notificationKinds.length))

const choices = {
  /** Kinds that the account has turned off. */
  off: Kinds,
  /** Kinds that are listed, but not pushed to the account's devices. */
  silent: Kinds,
}

export const NotificationSettingsReply = v.object({
  ...choices,
  /** The public key with which a browser subscribes to web push; null if this site does not send push messages. */
  pushKey: v.nullable(v.string()),
})
export type NotificationSettingsReply = v.InferOutput<typeof NotificationSettingsReply>

export const NotificationSettingsBody = createClaimedSchema(choices)

const PushEndpoint = v.pipe(
  v.string(),
  v.maxLength(1000, 'The address of the device is too long.'),
  v.url('Give the address that the push service gave out.'),
)
const Base64Url = (characters: number) =>
  v.pipe(v.string(), v.regex(new RegExp(`^[\\w-]{${characters}}=*$`), 'Give the key as base64url.'))

/** A device as its browser describes it (`PushSubscription.toJSON()`). */
export const PushDeviceBody = createClaimedSchema({
  endpoint: PushEndpoint,
  keys: v.object({ p256dh: Base64Url(87), auth: Base64Url(22) }),
})
export type PushDeviceBody = v.InferOutput<typeof PushDeviceBody>

export const RemovePushDeviceBody = createClaimedSchema({ endpoint: PushEndpoint })
