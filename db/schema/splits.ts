import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/**
 * Accounts that share the artist's part of each sale of an edition, whose id is that of its split, or of the works of a collection
 * (`collections.split_id`). A split never changes: every payee has agreed to all of it before anything is sold.
 */
export const splitPayees = pgTable(
  'split_payees',
  {
    splitId: uuid('split_id').notNull(),
    /** Place of the payee, from 0. The first one gets the drops that do not divide. */
    position: integer().notNull(),
    account: text().notNull(),
    perMille: integer('per_mille').notNull(),
    /** Null until the payee has agreed. */
    agreedAt: at('agreed_at'),
  },
  (table) => [primaryKey({ columns: [table.splitId, table.position] })],
)
