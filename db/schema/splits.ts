import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/**
 * Payees who share the artist's revenue from an edition (the split has the edition's id) or from a collection's works
 * (`collections.split_id`). A split never changes: every payee must agree to the whole split before anything is sold.
 */
export const splitPayees = pgTable(
  'split_payees',
  {
    splitId: uuid('split_id').notNull(),
    /** Position of the payee, from 0. The first payee receives the remainder of the division. */
    position: integer().notNull(),
    account: text().notNull(),
    perMille: integer('per_mille').notNull(),
    /** Null until the payee has agreed. */
    agreedAt: at('agreed_at'),
  },
  (table) => [primaryKey({ columns: [table.splitId, table.position] })],
)
