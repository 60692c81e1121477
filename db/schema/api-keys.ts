import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { at } from './columns.ts'

/** API keys of programs. A key is derived from its id and a server secret, so no key is stored. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid().primaryKey(),
    account: text().notNull(),
    name: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Time of last use, to the minute. */
    lastUsedAt: at('last_used_at'),
    endedAt: at('ended_at'),
  },
  (table) => [index('api_keys_account').on(table.account).where(sql`${table.endedAt} is null`)],
)
