import type { ReservationRow } from '#db/queries/reservations.ts'
import { Refusal } from '#worker/contract/refusal.ts'

/** An open reservation of the buyer's in this collection: gone on with when it is for the same thing. */
export function resumable(open: ReservationRow, wants: (row: ReservationRow) => boolean): ReservationRow {
  if (open.state === 'cancelling') {
    throw new Refusal(
      'already_pending',
      'Your last reservation in this collection is just being taken back. Please try again in a few seconds.',
    )
  }
  if (wants(open)) return open
  throw new Refusal(
    'already_pending',
    'You have an item of this collection reserved already. Pay for it first, or let it go.',
  )
}
