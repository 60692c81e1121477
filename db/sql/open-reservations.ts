import { inArray } from 'drizzle-orm'
import { reservations } from '#db/schema/on-demand.ts'

type State = (typeof reservations.$inferSelect)['state']
const open: State[] = ['reserved', 'offered', 'cancelling']

/** True if a reservation is open. */
export const openStates = inArray(reservations.state, open)
