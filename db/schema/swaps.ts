import type { Sentence } from '#contract/words/sentence.ts'
import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { swapSides, swapStates } from '#contract/limits/swaps.ts'
import { at, drops } from './columns.ts'
import type { LedgerJson } from './flows.ts'

/** Proposals to swap works between two accounts. `agreed`: the partner's signature is stored, and the proposer may complete it. */
export const swaps = pgTable(
  'swaps',
  {
    id: uuid().primaryKey(),
    proposer: text().notNull(),
    partner: text().notNull(),
    /** Works of the proposer, and of the partner. */
    gives: text().array().notNull(),
    gets: text().array().notNull(),
    /** XRP that one side adds. */
    drops: drops().notNull(),
    payer: text({ enum: swapSides }).notNull(),
    state: text({ enum: swapStates }).notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    /** The Batch with the partner's signature, while agreed and after completion. */
    batch: jsonb().$type<LedgerJson>(),
    /** The time limit inside the Batch. */
    agreedUntil: at('agreed_until'),
    /** Time of the first request to the proposer's wallet. From then on only the ledger can end the agreement. */
    handedOutAt: at('handed_out_at'),
    /** Digests of the Batches that the partner has signed, by which a ledger shows that one of them happened. */
    batches: text().array().notNull().default([]),
    /** The inner transaction that moved the first work. */
    txid: text(),
    message: jsonb().$type<Sentence>(),
    endedAt: at('ended_at'),
    /** Time of the sweep's last check. */
    checkedAt: at('checked_at').notNull().defaultNow(),
  },
  (table) => [
    // The lists of an account.
    index('swaps_proposer').on(table.proposer, table.createdAt.desc()),
    index('swaps_partner').on(table.partner, table.createdAt.desc()),
    // The sweeps: works that moved, proposals whose time is over, agreements that the ledger decides.
    index('swaps_checked').on(table.checkedAt).where(sql`${table.state} = 'proposed'`),
    index('swaps_expiring').on(table.expiresAt).where(sql`${table.state} = 'proposed'`),
    // Swaps that may appear in a ledger, including those that counted as ended.
    index('swaps_batches').using('gin', table.batches).where(sql`${table.state} <> 'completed'`),
    index('swaps_agreed').on(table.checkedAt).where(sql`${table.state} = 'agreed'`),
  ],
)
