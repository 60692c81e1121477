import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** Rules about who may buy from the issuer of a collection. Without a row, everyone may buy. */
export const collectionRules = pgTable('collection_rules', {
  collectionId: text('collection_id').primaryKey(),
  whitelistEnabled: boolean('whitelist_enabled').notNull().default(false),
  blacklistEnabled: boolean('blacklist_enabled').notNull().default(false),
  promoCodeEnabled: boolean('promo_code_enabled').notNull().default(false),
  /** Shown only to the issuer; purchases are checked against the digest. */
  promoCode: text('promo_code'),
  promoDigest: text('promo_digest'),
  updatedAt: at('updated_at').notNull().defaultNow(),
})

export const collectionWhitelist = pgTable(
  'collection_whitelist',
  {
    collectionId: text('collection_id').notNull(),
    account: text().notNull(),
    /** Maximum number of purchases of the account from the issuer; 0 for no limit. */
    most: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.collectionId, table.account] })],
)

export const collectionBlacklist = pgTable(
  'collection_blacklist',
  {
    collectionId: text('collection_id').notNull(),
    account: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.collectionId, table.account] })],
)

/** Wrong promo codes of the last hour, per account and in total, which limits guessing. */
export const promoAttempts = pgTable(
  'promo_attempts',
  {
    collectionId: text('collection_id').notNull(),
    /** An account, or `*` for all accounts together. */
    subject: text().notNull(),
    attempts: integer().notNull(),
    since: at('since').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.subject] }),
    // Finds expired rows to delete.
    index('promo_attempts_since').on(table.since),
  ],
)
