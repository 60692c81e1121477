import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { NotificationKind } from '#worker/contract/notification-kinds.ts'
import { amountJson, at } from './columns.ts'

/** What accounts that have signed in here are told. Private to the account. */
export const notifications = pgTable(
  'notifications',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    account: text().notNull(),
    /** Of the event that it comes from, or of the payout: told once to an account. */
    key: text().notNull(),
    kind: text().$type<NotificationKind>().notNull(),
    /** When it happened. */
    at: at('at').notNull(),
    nftId: text('nft_id'),
    collectionId: text('collection_id'),
    /** The account on the other side. */
    other: text(),
    amount: amountJson(),
    previousAmount: amountJson('previous_amount'),
    endsAt: at('ends_at'),
    readAt: at('read_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('notifications_key').on(table.account, table.key),
    // The list of an account, newest first.
    index('notifications_account').on(table.account, table.id.desc()),
    index('notifications_unread').on(table.account, table.id).where(sql`${table.readAt} is null`),
    // What is old enough to go.
    index('notifications_created').on(table.createdAt),
  ],
)

/** What an account does not want to be told; without a row it wants everything. */
export const notificationSettings = pgTable('notification_settings', {
  account: text().primaryKey(),
  off: text().array().$type<NotificationKind[]>().notNull(),
  silent: text().array().$type<NotificationKind[]>().notNull(),
})

/** How far the event log has been turned into notifications; changed in the transaction that writes them. */
export const notificationCursor = pgTable('notification_cursor', {
  name: text().primaryKey(),
  position: bigint({ mode: 'number' }).notNull(),
})
