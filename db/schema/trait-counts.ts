import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Number of tokens in a collection with each trait value, as of the latest rarity run. */
export const traitCounts = pgTable(
  'trait_counts',
  {
    issuer: text().notNull(),
    taxon: bigint({ mode: 'number' }).notNull(),
    trait: text().notNull(),
    value: text().notNull(),
    tokens: integer().notNull(),
    /** Number of tokens with metadata in the collection. */
    items: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.taxon, table.trait, table.value] })],
)
