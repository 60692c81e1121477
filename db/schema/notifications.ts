import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { defaultLanguage, type Language } from '#contract/words/languages.ts'
import type { NotificationKind } from '#contract/rules/notification-kinds.ts'
import { amountJson, at } from './columns.ts'

/** Notifications of accounts that have signed in here. Private to the account. */
export const notifications = pgTable(
  'notifications',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    account: text().notNull(),
    /** Key of the event or payout. Prevents a second notification of the account about it. */
    key: text().notNull(),
    kind: text().$type<NotificationKind>().notNull(),
    /** Time of the event. */
    at: at('at').notNull(),
    nftId: text('nft_id'),
    collectionId: text('collection_id'),
    /** The other account involved. */
    other: text(),
    amount: amountJson(),
    previousAmount: amountJson('previous_amount'),
    endsAt: at('ends_at'),
    /**
     * Number of further events of the same kind and sender that this notification covers, and the position of the last one.
     */
    more: integer().notNull().default(0),
    mergedUntil: bigint('merged_until', { mode: 'number' }).notNull().default(0),
    readAt: at('read_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('notifications_key').on(table.account, table.key),
    // Lists the notifications of an account, newest first.
    index('notifications_account').on(table.account, table.id.desc()),
    index('notifications_unread').on(table.account, table.id).where(sql`${table.readAt} is null`),
    // Finds old rows to delete.
    index('notifications_created').on(table.createdAt),
  ],
)

/** Notification settings of accounts. Without a row, all notifications are on. */
export const notificationSettings = pgTable('notification_settings', {
  account: text().primaryKey(),
  off: text().array().$type<NotificationKind[]>().notNull(),
  silent: text().array().$type<NotificationKind[]>().notNull(),
})

/** Devices that receive notifications, by the address that their push service assigned. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: uuid().primaryKey().defaultRandom(),
    endpoint: text().notNull().unique(),
    account: text().notNull(),
    /** The browser's public key and secret, base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** The session that last subscribed the device; signing out removes it. */
    sessionId: uuid('session_id').notNull(),
    /** Language of the page on which notifications were turned on; messages use this language. */
    language: text().$type<Language>().notNull().default(defaultLanguage),
    seenAt: at('seen_at').notNull().defaultNow(),
    /** The job that is sending to this device, and when its claim ends. */
    claim: uuid(),
    claimedUntil: at('claimed_until'),
  },
  (table) => [
    index('push_devices_account').on(table.account),
    index('push_devices_session').on(table.sessionId),
  ],
)

/**
 * Notifications to be sent to a device, including those sent recently. Written in the transaction of the notification.
 */
export const pushOutbox = pgTable(
  'push_outbox',
  {
    deviceId: uuid('device_id')
      .notNull()
      .references(() => pushDevices.id, { onDelete: 'cascade' }),
    notificationId: bigint('notification_id', { mode: 'number' })
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    /** After this time the message is no longer relevant. */
    expiresAt: at('expires_at').notNull(),
    dueAt: at('due_at').notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    sentAt: at('sent_at'),
    /** Id of the message in which it was sent, alone or together with others. */
    messageId: uuid('message_id'),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.notificationId] }),
    // Finds the next messages to send.
    index('push_outbox_due').on(table.dueAt).where(sql`${table.sentAt} is null`),
    // Finds messages to delete, which were sent or have expired.
    index('push_outbox_expires').on(table.expiresAt),
    index('push_outbox_notification').on(table.notificationId),
  ],
)
