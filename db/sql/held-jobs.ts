import { type SQL, sql } from 'drizzle-orm'

// Queues whose jobs are held by one worker at a time. Another worker continues a job whose holder has stopped.

/** Returns the columns that a worker sets to take or continue a job. */
export const holdFor = (seconds: number) => ({ heldUntil: sql`now() + make_interval(secs => ${seconds})` })

export const releasedHold = { holder: null, heldUntil: null }

/**
 * Selects the id of the job in one of these states that has been due longest and is not held. No job can be taken
 * twice.
 */
export const nextJob = (queue: 'syncs' | 'statements', states: readonly string[]): SQL =>
  sql`(select id from ${sql.identifier(queue)} where state in (${sql.raw(states.map((state) => `'${state}'`).join())})
    and due_at <= now() and (held_until is null or held_until < now()) order by due_at limit 1 for update skip locked)`
