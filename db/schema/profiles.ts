import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'
import type { CollectionLinks } from './collections.ts'

/** Profile data entered by the account. Images are referenced by CID, as in `media`. */
export const profiles = pgTable(
  'profiles',
  {
    account: text().primaryKey(),
    name: text().notNull(),
    /** Equal for names that look alike. Null until it is computed; empty for a name that is never shown. */
    skeleton: text(),
    description: text().notNull().default(''),
    role: text({ enum: ['Artist', 'User'] }).notNull(),
    links: jsonb().$type<CollectionLinks>().notNull().default({}),
    avatarCid: text('avatar_cid').notNull(),
    backgroundCid: text('background_cid').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    // Finds suggestions during typing.
    index('profiles_name_search').using('gin', sql`search_text(${table.name}) gin_trgm_ops`),
    index('profiles_name_nearest').using('gist', sql`search_text(${table.name}) gist_trgm_ops(siglen=64)`),
    // Finds names that look alike.
    index('profiles_skeleton').on(table.skeleton),
    index('profiles_unfolded').on(table.account).where(sql`${table.skeleton} is null`),
  ],
)

export const follows = pgTable(
  'follows',
  {
    follower: text().notNull(),
    followee: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    // One row per pair, even if it is requested repeatedly, so that counts are exact.
    primaryKey({ columns: [table.followee, table.follower] }),
    // Finds the accounts that an account follows.
    index('follows_follower').on(table.follower),
  ],
)
