import { and, eq, inArray, lte, or, sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { leases } from '#db/schema/flows.ts'

/** Takes or renews a lease by the database clock. Returns false if another worker holds it. */
export async function takeLease(
  db: Executor,
  name: string,
  holder: string,
  seconds: number,
): Promise<boolean> {
  const until = sql`now() + make_interval(secs => ${seconds})`
  const rows = await db
    .insert(leases)
    .values({ name, holder, expiresAt: until, runs: 1 })
    .onConflictDoUpdate({
      target: leases.name,
      set: { holder, expiresAt: until, runs: sql`${leases.runs} + 1` },
      setWhere: or(lte(leases.expiresAt, sql`now()`), eq(leases.holder, holder)),
    })
    .returning({ name: leases.name })
  return rows.length === 1
}

/** Ends leases of a holder now. Their rows remain and show when the jobs last ran. */
export async function dropLease(db: Executor, names: string | string[], holder: string) {
  await db
    .update(leases)
    .set({ expiresAt: sql`now()` })
    .where(and(inArray(leases.name, [names].flat()), eq(leases.holder, holder)))
}

/**
 * Takes one of the `perMinute` slots that all workers share per minute of the database clock. Returns false if none is
 * left. There is one row per name: `holder` is the minute, `runs` the count within it.
 */
export async function takeShare(db: Executor, name: string, perMinute: number): Promise<boolean> {
  const minute = sql`to_char(date_trunc('minute', now()), 'YYYY-MM-DD HH24:MI')`
  const rows = await db
    .insert(leases)
    .values({ name, holder: minute, expiresAt: sql`now() + interval '1 minute'`, runs: 1 })
    .onConflictDoUpdate({
      target: leases.name,
      set: {
        holder: sql`excluded.holder`,
        expiresAt: sql`excluded.expires_at`,
        runs: sql`case when ${leases.holder} = excluded.holder then ${leases.runs} + 1 else 1 end`,
      },
      setWhere: sql`${leases.holder} <> excluded.holder or ${leases.runs} < ${perMinute}`,
    })
    .returning({ name: leases.name })
  return rows.length === 1
}
