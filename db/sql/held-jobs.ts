import { type SQL, sql } from 'drizzle-orm'

// Queues whose jobs one worker holds for a while. Another worker continues a job whose holder has stopped.

/** The columns that a worker sets when it takes a job, or continues it. */
export const holdFor = (seconds: number) => ({ heldUntil: sql`now() + make_interval(secs => ${seconds})` })

export const releasedHold = { holder: null, heldUntil: null }

/** The id of the job in one of these states that has been due longest and that nobody holds. No job is taken twice. */
export const nextJob = (queue: 'syncs' | 'statements', states: readonly string[]): SQL =>
  sql`(select id from ${sql.identifier(queue)} where state in (${sql.raw(states.map((state) => `'${state}'`).join())})
    and due_at <= now() and (held_until is null or held_until < now()) order by due_at limit 1 for update skip locked)`
