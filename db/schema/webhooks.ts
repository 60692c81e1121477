import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { EventKind } from '#contract/rules/events.ts'
import type { WebhookScope, WebhookState } from '#contract/schemas/webhooks.ts'
import { at } from './columns.ts'

/** Addresses of artists and operators that receive events. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid().primaryKey(),
    account: text().notNull(),
    url: text().notNull(),
    scope: text().$type<WebhookScope>().notNull(),
    kinds: text().array().$type<EventKind[]>().notNull(),
    state: text().$type<WebhookState>().notNull().default('on'),
    /** Reason why the webhook was disabled; null if its owner disabled it. */
    offReason: text('off_reason'),
    /** Only events after this position are sent. */
    since: bigint({ mode: 'number' }).notNull(),
    /** Time of the first failed attempt since the last success. */
    failingSince: at('failing_since'),
    /** True if the latest answer was slow, so that the webhook is served separately. */
    isSlow: boolean('is_slow').notNull().default(false),
    /** Set after minutes without a success. Then one message is tried, and all others wait. */
    pausedUntil: at('paused_until'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('webhooks_address').on(table.account, table.url),
    index('webhooks_on').on(table.id).where(sql`${table.state} = 'on'`),
  ],
)

/** Messages to webhooks. Each row is first a queue entry and then a log entry. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** Id of the message for its receiver, the same in each attempt. */
    id: uuid().primaryKey(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** Position of the event in the log. */
    position: bigint({ mode: 'number' }).notNull(),
    state: text({ enum: ['waiting', 'delivered', 'failed'] })
      .notNull()
      .default('waiting'),
    tries: integer().notNull().default(0),
    /** HTTP status of the latest attempt; null if there was no answer. */
    status: integer(),
    /** Reason why the latest attempt failed. */
    error: text(),
    dueAt: at('due_at').notNull().defaultNow(),
    /** Time until which a worker is sending the message. */
    heldUntil: at('held_until'),
    createdAt: at('created_at').notNull().defaultNow(),
    endedAt: at('ended_at'),
  },
  (table) => [
    // Ensures one message per event, and lists the log, newest first.
    unique('webhook_deliveries_event').on(table.webhookId, table.position),
    index('webhook_deliveries_due').on(table.dueAt).where(sql`${table.state} = 'waiting'`),
    index('webhook_deliveries_waiting').on(table.webhookId).where(sql`${table.state} = 'waiting'`),
    index('webhook_deliveries_age').on(table.createdAt),
  ],
)
