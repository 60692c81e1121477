import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { PinState } from '#contract/schemas/pins.ts'
import { at } from './columns.ts'

/** Queue of files to be pinned to IPFS, with one row per file regardless of the number of accounts that uploaded it. */
export const pins = pgTable(
  'pins',
  {
    cid: text().primaryKey(),
    /** A `held` file is not pinned until it is released; see `releasePins`. */
    state: text().$type<PinState>().notNull(),
    /** Files that must be pinned before this one: the media of a metadata file. */
    after: text().array().notNull().default([]),
    /**
     * True for a file from elsewhere. It is copied from the IPFS gateways first, and pinned with its existing blocks.
     */
    isForeign: boolean('is_foreign').notNull().default(false),
    tries: integer().notNull().default(0),
    error: text(),
    createdAt: at('created_at').notNull().defaultNow(),
    dueAt: at('due_at').notNull().defaultNow(),
    /** The worker that holds the file, and when the hold ends. */
    holder: uuid(),
    heldUntil: at('held_until'),
    pinnedAt: at('pinned_at'),
  },
  (table) => [
    // Finds the file that has been due longest.
    index('pins_due').on(table.dueAt).where(sql`${table.state} in ('waiting', 'pinning')`),
    // Finds failed files, for the operator.
    index('pins_failed').on(table.createdAt).where(sql`${table.state} = 'failed'`),
  ],
)

/** Accounts that requested a pin and may see its state. */
export const pinRequests = pgTable(
  'pin_requests',
  {
    account: text().notNull(),
    cid: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.cid] }),
    // Lists an account's pin requests, newest first.
    index('pin_requests_newest').on(table.account, table.createdAt.desc()),
  ],
)
