import { and, eq, lt, or, sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { leases } from '#db/schema/flows.ts'

/** Takes or renews a lease by the database's clock. False when somebody else holds it. */
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
      setWhere: or(lt(leases.expiresAt, sql`now()`), eq(leases.holder, holder)),
    })
    .returning({ name: leases.name })
  return rows.length === 1
}

export async function dropLease(db: Executor, name: string, holder: string) {
  await db.delete(leases).where(and(eq(leases.name, name), eq(leases.holder, holder)))
}
