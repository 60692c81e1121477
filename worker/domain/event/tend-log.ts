import { announceEndings, announcePhases, dropOldEvents } from '#db/queries/event/log.ts'
import type { Context } from '#worker/domain/context.ts'

/** Maximum number of events that one statement deletes. */
const droppedAtOnce = 2000

/** Adds events for auctions that end within the hour, and for phases of editions that start. */
export async function tellTimes({ db }: Context): Promise<void> {
  await announceEndings(db.http, 50)
  await announcePhases(db.http, 50)
}

/** Deletes events that have reached the end of their lifetime. */
export async function dropEvents({ db, now }: Context, deadline: Date): Promise<void> {
  while (now() < deadline && (await dropOldEvents(db.http, droppedAtOnce)));
}
