import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

export type AuditAction =
  | 'add_collection'
  | 'edit_collection'
  | 'set_promo_code'
  | 'verify_collection'
  | 'feature_collection'
  | 'feature_nft'
  | 'set_room'
  | 'decide_adult_content'
  | 'remove_collection'
  | 'announce_collection'
  | 'cancel_all_offers'
  | 'set_whitelist'
  | 'set_blacklist'
  | 'sync_collection'
  | 'retry_pin'

/**
 * Decisions of the marketplace owner and of issuers, written in the transaction that carries them out: who, when,
 * before and after.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid().primaryKey(),
    /** Sequence number, by which entries are ordered. */
    place: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    at: at('at').notNull().defaultNow(),
    account: text().notNull(),
    action: text().$type<AuditAction>().notNull(),
    /** Id of the collection, an NFTokenID, or the CID of a file. */
    subject: text().notNull(),
    before: jsonb().$type<unknown>().notNull(),
    after: jsonb().$type<unknown>().notNull(),
  },
  (table) => [
    // Newest entries first, for the admin page.
    index('audit_log_place').on(table.place, table.id),
    index('audit_log_subject').on(table.subject, table.at.desc()),
  ],
)

/**
 * Sell offers that are addressed to the marketplace and that it cancels, because the issuer requests it or because the
 * seller did not own the work at some time.
 */
export const offerCancellations = pgTable(
  'offer_cancellations',
  {
    offerId: text('offer_id').primaryKey(),
    /** The issuer's collection. */
    collectionId: text('collection_id'),
    /** The account that no longer owned the work. */
    seller: text(),
    /** Time at which the seller was notified. */
    toldAt: at('told_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    endedAt: at('ended_at'),
  },
  (table) => [
    // Finds open cancellations.
    index('offer_cancellations_open').on(table.createdAt).where(sql`${table.endedAt} is null`),
    // Counts the cancellations of a seller for the daily limit.
    index('offer_cancellations_seller')
      .on(table.seller, table.createdAt)
      .where(sql`${table.seller} is not null`),
    // Finds sellers who are not notified yet.
    index('offer_cancellations_untold')
      .on(table.createdAt)
      .where(sql`${table.seller} is not null and ${table.toldAt} is null`),
  ],
)
