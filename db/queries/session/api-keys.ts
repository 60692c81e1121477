import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor, Reader } from '#db/executor.ts'
import { apiKeys } from '#db/schema/api-keys.ts'
import { parseRows } from '#db/sql/rows.ts'

export type ApiKeyRow = typeof apiKeys.$inferSelect

const isOwnKey = (account: string, id: string) =>
  and(eq(apiKeys.account, account), eq(apiKeys.id, id), isNull(apiKeys.endedAt))

/** Lists the active keys of an account, oldest first. */
export function listApiKeys(db: Reader, account: string): Promise<ApiKeyRow[]> {
  return db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.account, account), isNull(apiKeys.endedAt)))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id))
}

export async function findApiKey(db: Executor, account: string, id: string): Promise<ApiKeyRow | null> {
  const [row] = await db.select().from(apiKeys).where(isOwnKey(account, id))
  return row ?? null
}

/** Stores a key unless the account already has `maxKeys` keys. Repeating the call changes nothing. */
export async function insertApiKey(
  tx: Executor,
  { id, account, name }: Pick<ApiKeyRow, 'id' | 'account' | 'name'>,
  maxKeys: number,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`opx/api-keys/${account}`}, 0))`)
  await tx.execute(sql`insert into api_keys (id, account, name) select ${id}, ${account}, ${name}
    where (select count(*) from api_keys where account = ${account} and ended_at is null) < ${maxKeys}::int
    on conflict (id) do nothing`)
}

/** Ends a key. Returns false if the account has no active key with this id. */
export async function endApiKey(db: Executor, account: string, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(apiKeys)
    .set({ endedAt: now })
    .where(isOwnKey(account, id))
    .returning({ id: apiKeys.id })
  return rows.length === 1
}

/** Returns the account of an active key; null if the key has ended. Updates the time of last use once a minute. */
export async function useApiKey(db: Executor, id: string, now: Date): Promise<string | null> {
  const result = await db.execute(sql`
    with used as (update api_keys set last_used_at = ${now.toISOString()}::timestamptz
      where id = ${id} and ended_at is null
        and (last_used_at is null or last_used_at < ${now.toISOString()}::timestamptz - interval '1 minute')
      returning 1)
    select account from api_keys where id = ${id} and ended_at is null`)
  return parseRows(v.object({ account: v.string() }), result)[0]?.account ?? null
}
