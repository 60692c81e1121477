import { announceEndings, announcePhases, dropOldEvents } from '#db/queries/event/log.ts'
import type { Context } from '#worker/domain/context.ts'

/** Events dropped by one statement. */
const droppedAtOnce = 2000

/** Tells of auctions that end within the hour, and of phases of editions that start. */
export async function tellTimes({ db }: Context): Promise<void> {
  await announceEndings(db.http, 50)
  await announcePhases(db.http, 50)
}

/** Deletes events that have reached the end of their lifetime. */
export async function dropEvents({ db, now }: Context, deadline: Date): Promise<void> {
  while (now() < deadline && (await dropOldEvents(db.http, droppedAtOnce)));
}
