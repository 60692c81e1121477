import { lt, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor } from '#db/executor.ts'
import { quotas } from '#db/schema/flows.ts'
import { parseRows } from '#db/sql/rows.ts'

export interface QuotaUse {
  /** Name of the external service whose calls are counted. */
  quota: string
  /**
   * Groups to which the call counts, such as all callers or one class of callers, each with its maximum number of calls per
   * minute.
   */
  groups: { name: string; most: number }[]
  /**
   * A caller with `uses` calls in this minute is allowed another one while `uses * weight` is less than what remains in the
   * groups. So no caller can use up the remainder, and a caller without calls is served as long as any calls remain.
   */
  callers: { name: string; weight: number }[]
}

/**
 * Takes one call from a quota that all workers share per minute of the database clock. One row holds all counts of a
 * quota, so that a single statement decides. Returns null, or the seconds until the next minute if the caller must
 * wait.
 */
export async function takeQuota(db: Executor, { quota, groups, callers }: QuotaUse): Promise<number | null> {
  const usesOf = (name: string) => sql`coalesce((${quotas.uses}->>${name}::text)::int, 0)`
  const isPast = sql`${quotas.minute} < excluded.minute`
  const remainingAmount = sql`least(${sql.join(
    groups.map(({ name, most }) => sql`${most}::int - ${usesOf(name)}`),
    sql`, `,
  )})`
  const conditions: SQL[] = [
    sql`${remainingAmount} > 0`,
    ...callers.map(({ name, weight }) => sql`${usesOf(name)} * ${weight}::float8 < ${remainingAmount}`),
  ]
  const names = [...groups, ...callers].map(({ name }) => name)
  const counts = (count: (name: string) => SQL) =>
    sql`jsonb_build_object(${sql.join(
      names.map((name) => sql`${name}::text, ${count(name)}`),
      sql`, `,
    )})`
  const result = await db.execute(sql`
    with taken as (
      insert into ${quotas} (name, minute, uses)
      values (${quota}, date_trunc('minute', now()), ${counts(() => sql`1`)})
      on conflict (name) do update set minute = greatest(${quotas.minute}, excluded.minute),
        uses = case when ${isPast} then excluded.uses
          else ${quotas.uses} || ${counts((name) => sql`${usesOf(name)} + 1`)} end
      where ${isPast} or (${sql.join(conditions, sql` and `)})
      returning 1
    )
    select exists (select 1 from taken) as is_taken, 60 - floor(extract(second from now()))::int as seconds`)
  const [row] = parseRows(v.object({ is_taken: v.boolean(), seconds: v.number() }), result)
  if (row === undefined) throw new Error('The quota gave no answer.')
  return row.is_taken ? null : row.seconds
}

/** Deletes the counts of quotas that are no longer used. */
export async function dropOldQuotas(db: Executor): Promise<void> {
  await db.delete(quotas).where(lt(quotas.minute, sql`now() - interval '5 minutes'`))
}
