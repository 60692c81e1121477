import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bits } from './columns.ts'

/**
 * Large collections, whose works are counted by sets (`work_sets`). Bit 0 of a set is the work with the number `first`; the range is
 * wider than the works, so that it seldom changes.
 */
export const collectionSets = pgTable(
  'collection_sets',
  {
    issuer: text().notNull(),
    taxon: bigint({ mode: 'number' }).notNull(),
    first: bigint({ mode: 'number' }).notNull(),
    size: integer().notNull(),
    /** The highest number that the sets know; those of later works are higher. */
    last: bigint({ mode: 'number' }).notNull().default(0),
    /** The marks of the collection (`stats_marks`, `rarity_marks`) that the sets have seen. */
    stateMarks: integer('state_marks').notNull(),
    traitMarks: integer('trait_marks'),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.taxon] })],
)

/** Sets of the works of a large collection: one bit for each number of the ledger in the range of the collection. */
export const workSets = pgTable(
  'work_sets',
  {
    issuer: text().notNull(),
    taxon: bigint({ mode: 'number' }).notNull(),
    /**
     * `state`: of the ledger and the market; `trait`: with a trait; `stem`: with a name, apart from its number; `digits`: with two
     * neighbouring digits in its name, or one that has no neighbour; `triples`: with three.
     */
    kind: text({ enum: ['state', 'trait', 'stem', 'digits', 'triples'] }).notNull(),
    /** The type of a trait; of names: `all` (every named work) or `one`. */
    name: text().notNull().default(''),
    value: text().notNull(),
    first: bigint({ mode: 'number' }).notNull(),
    size: integer().notNull(),
    works: bits().notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.taxon, table.kind, table.name, table.value] })],
)
