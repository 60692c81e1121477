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
    nameMarks: integer('name_marks'),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.taxon] })],
)

const workSetKinds = ['state', 'owner', 'price', 'trait', 'shape', 'pair', 'triple', 'letters'] as const
export type WorkSetKind = (typeof workSetKinds)[number]

/** Sets of the works of a large collection: one bit for each number of the ledger in the range of the collection. */
export const workSets = pgTable(
  'work_sets',
  {
    issuer: text().notNull(),
    taxon: bigint({ mode: 'number' }).notNull(),
    /**
     * `state`: of the ledger and the market; `owner`: of an owner with many; `price`: with a price from `value` on, up to that of the next
     * set; `trait`: with a trait; `shape`, `pair`, `triple`, `letters`: with a text in their names (`db/queries/name-sets.ts`).
     */
    kind: text({ enum: workSetKinds }).notNull(),
    /** The type of a trait; the highest price; of names: `one`, and `kept` of an empty set where the collection has the kind. */
    name: text().notNull().default(''),
    value: text().notNull(),
    first: bigint({ mode: 'number' }).notNull(),
    size: integer().notNull(),
    works: bits().notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.taxon, table.kind, table.name, table.value] })],
)
