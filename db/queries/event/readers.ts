import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor } from '#db/executor.ts'
import { parseRows } from '#db/sql/rows.ts'

/** Name of the clock's row. */
export const clockName = 'log'

/** The position of the newest event. */
export const newestPosition = sql`coalesce((select position from event_clock where name = ${clockName}), 0)`

/** Server-side readers of the log: notifications and webhooks. */
export type ReaderName = 'notifications' | 'webhooks'

/** Registers a reader that starts with the events from now on. */
export async function startReader(tx: Executor, name: ReaderName): Promise<void> {
  await tx.execute(
    sql`insert into event_readers (name, position) values (${name}, ${newestPosition}) on conflict do nothing`,
  )
}

/** The position from which a reader continues; 0 if the log was rebuilt in the meantime. */
export const nextPosition = sql`case when position > ${newestPosition} then 0 else position end`

/** Locks a reader and returns its position. Other readers with the same name wait until the transaction ends. */
export async function lockReader(tx: Executor, name: ReaderName): Promise<number> {
  const result = await tx.execute(sql`
    select ${nextPosition} as position from event_readers where name = ${name} for update`)
  return Number(parseRows(v.object({ position: v.string() }), result)[0]?.position ?? 0)
}

/** True if reader `r` has not read the newest event yet. */
export const isBehind = (name: ReaderName): SQL =>
  sql`exists (select 1 from event_readers r where r.name = ${name} and r.position <> ${newestPosition})`
