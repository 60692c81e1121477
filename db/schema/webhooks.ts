import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { EventKind } from '#contract/rules/events.ts'
import type { WebhookScope, WebhookState } from '#contract/schemas/webhooks.ts'
import { at } from './columns.ts'

/** Addresses of artists and operators that events are sent to. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid().primaryKey(),
    account: text().notNull(),
    url: text().notNull(),
    scope: text().$type<WebhookScope>().notNull(),
    kinds: text().array().$type<EventKind[]>().notNull(),
    state: text().$type<WebhookState>().notNull().default('on'),
    /** Why it was switched off; null when its owner did so. */
    offReason: text('off_reason'),
    /** Events after this position are sent. */
    since: bigint({ mode: 'number' }).notNull(),
    /** Time of the first attempt that failed since the last success. */
    failingSince: at('failing_since'),
    /** The latest answer took long, so a separate lane serves this webhook. */
    isSlow: boolean('is_slow').notNull().default(false),
    /** Set after minutes without a success. One message is tried then, and the others wait. */
    pausedUntil: at('paused_until'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('webhooks_address').on(table.account, table.url),
    index('webhooks_on').on(table.id).where(sql`${table.state} = 'on'`),
  ],
)

/** One message for one webhook: a queue, and then a log. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** The message's id for its receiver, which is the same in each attempt. */
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
    /** HTTP status of the latest attempt; null without an answer. */
    status: integer(),
    /** The reason why the latest attempt failed. */
    error: text(),
    dueAt: at('due_at').notNull().defaultNow(),
    /** A worker sends it until then. */
    heldUntil: at('held_until'),
    createdAt: at('created_at').notNull().defaultNow(),
    endedAt: at('ended_at'),
  },
  (table) => [
    // Each event once; and the log, newest first.
    unique('webhook_deliveries_event').on(table.webhookId, table.position),
    index('webhook_deliveries_due').on(table.dueAt).where(sql`${table.state} = 'waiting'`),
    index('webhook_deliveries_waiting').on(table.webhookId).where(sql`${table.state} = 'waiting'`),
    index('webhook_deliveries_age').on(table.createdAt),
  ],
)
