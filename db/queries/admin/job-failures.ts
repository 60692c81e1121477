import { sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import { jobFailures } from '#db/schema/jobs.ts'

const longest = 300

/** Counts a job failure and stores its message. */
export async function noteJobFailure(db: Executor, name: string, error: string): Promise<void> {
  const words = error.slice(0, longest)
  await db
    .insert(jobFailures)
    .values({ name, error: words })
    .onConflictDoUpdate({
      target: jobFailures.name,
      set: { times: sql`${jobFailures.times} + 1`, error: words, latestAt: sql`now()` },
    })
}
