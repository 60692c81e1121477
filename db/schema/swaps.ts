import type { Sentence } from '#contract/words/sentence.ts'
import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { swapSides, swapStates } from '#contract/limits/swaps.ts'
import { at, drops } from './columns.ts'
import type { LedgerJson } from './flows.ts'

/**
 * Proposals to swap works between two accounts. `agreed`: the partner's signature is stored, and the proposer may
 * complete it.
 */
export const swaps = pgTable(
  'swaps',
  {
    id: uuid().primaryKey(),
    proposer: text().notNull(),
    partner: text().notNull(),
    /** NFTokenIDs from the proposer (`gives`) and from the partner (`gets`). */
    gives: text().array().notNull(),
    gets: text().array().notNull(),
    /** XRP that one side adds, in drops. */
    drops: drops().notNull(),
    payer: text({ enum: swapSides }).notNull(),
    state: text({ enum: swapStates }).notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    /** The Batch with the partner's signature, from the agreement on. */
    batch: jsonb().$type<LedgerJson>(),
    /** The expiry inside the Batch. */
    agreedUntil: at('agreed_until'),
    /**
     * Time at which the proposer's wallet first received the request. From then on, only the ledger can end the agreement.
     */
    handedOutAt: at('handed_out_at'),
    /** Digests of the Batches that the partner has signed. They identify an executed swap in a ledger. */
    batches: text().array().notNull().default([]),
    /** Hash of the inner transaction that moved the first work. */
    txid: text(),
    message: jsonb().$type<Sentence>(),
    endedAt: at('ended_at'),
    /** Time at which the swap was last checked. */
    checkedAt: at('checked_at').notNull().defaultNow(),
  },
  (table) => [
    // Finds the swaps that an account proposed or received.
    index('swaps_proposer').on(table.proposer, table.createdAt.desc()),
    index('swaps_partner').on(table.partner, table.createdAt.desc()),
    // Finds proposals whose works have moved, expired proposals, and agreements that the ledger decides.
    index('swaps_checked').on(table.checkedAt).where(sql`${table.state} = 'proposed'`),
    index('swaps_expiring').on(table.expiresAt).where(sql`${table.state} = 'proposed'`),
    // Finds swaps that may appear in a ledger, including those that were considered ended.
    index('swaps_batches').using('gin', table.batches).where(sql`${table.state} <> 'completed'`),
    index('swaps_agreed').on(table.checkedAt).where(sql`${table.state} = 'agreed'`),
  ],
)
