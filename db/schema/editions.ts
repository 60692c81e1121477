import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { audiences } from '#contract/rules/editions.ts'
import type { Currency } from '#contract/schemas/amounts.ts'
import type { TokenMetadata } from '#contract/schemas/nfts.ts'
import type { TokenJson } from '#contract/schemas/token-json.ts'
import { at, drops } from './columns.ts'

export const editionStates = ['running', 'paused', 'closed'] as const

/** Editions of a work. A print is an on-demand item with a print number (`demand_items.edition_id`). */
export const editions = pgTable(
  'editions',
  {
    id: uuid().primaryKey(),
    collectionId: text('collection_id').notNull(),
    issuer: text().notNull(),
    taxon: bigint({ mode: 'number' }).notNull(),
    /** Transfer fee in units of 1/100,000. */
    transferFee: integer('transfer_fee').notNull(),
    /** Flags of the NFTokenMint transactions. */
    flags: integer().notNull(),
    name: text().notNull(),
    /** Metadata of a print, without its number. */
    tokenJson: jsonb('token_json').$type<TokenJson>().notNull(),
    metadata: jsonb().$type<TokenMetadata>().notNull(),
    /** CIDs of the images and videos that the metadata names. */
    files: jsonb().$type<string[]>().notNull(),
    /** Number of prints; null if it is unlimited. */
    prints: integer(),
    /** Currency of the prices; null for XRP. */
    currency: jsonb().$type<Currency>(),
    state: text({ enum: editionStates }).notNull(),
    /** The newest validated ledger when the edition was created. Only older accounts may claim free prints. */
    createdLedger: bigint('created_ledger', { mode: 'number' }),
    createdAt: at('created_at').notNull().defaultNow(),
    closedAt: at('closed_at'),
  },
  (table) => [index('editions_collection').on(table.collectionId, table.createdAt.desc())],
)

export const editionPhases = pgTable(
  'edition_phases',
  {
    editionId: uuid('edition_id').notNull(),
    /** Position of the phase, from 0. */
    position: integer().notNull(),
    startsAt: at('starts_at').notNull(),
    /** Null if the last phase has no end. */
    endsAt: at('ends_at'),
    priceDrops: drops('price_drops').notNull(),
    /** This and the next two fields are null if the price does not fall. */
    lowestDrops: drops('lowest_drops'),
    stepDrops: drops('step_drops'),
    stepSeconds: integer('step_seconds'),
    /** Maximum number of prints per account in this phase; 0 for no limit. */
    perAccount: integer('per_account').notNull(),
    audience: text({ enum: audiences }).notNull(),
    /** Collection whose holders may buy. */
    holdersOf: text('holders_of'),
  },
  (table) => [
    primaryKey({ columns: [table.editionId, table.position] }),
    // Finds editions by their next start or end.
    index('edition_phases_starts').on(table.startsAt),
  ],
)
