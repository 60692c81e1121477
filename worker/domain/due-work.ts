import { findDueWork, takeTurn, type Turn, type Work } from '#db/queries/due-work.ts'
import { dropLease, takeLease } from '#db/queries/leases.ts'
import type { Context } from './context.ts'
import { serversBefore } from './ledger-index/servers.ts'
import { priceBefore } from './prices/refresh-price.ts'
import { keysBefore } from './trade/sweep.ts'
import { storageCountedBefore, uploadsBefore } from './upload/sweep-uploads.ts'

export type { Work }

function dueTimes({ now }: Context) {
  const at = now()
  return {
    keysBefore: keysBefore(at),
    priceBefore: priceBefore(at),
    serversBefore: serversBefore(at),
    uploadsBefore: uploadsBefore(at),
    storageCountedBefore: storageCountedBefore(at),
  }
}

/** Returns the kinds of background work that are due now, in one query. */
export const dueWork = (context: Context, kinds: readonly Work[]): Promise<ReadonlySet<Work>> =>
  findDueWork(context.db.http, kinds, dueTimes(context))

/**
 * Duration of a lease, which is renewed between the parts of a round. After this time, another run replaces a crashed
 * one.
 */
const leaseSeconds = 20

/** Returns the due work in a lane of the cron and takes the lane's lease, in one query. */
export const takeCronTurn = (
  context: Context,
  lane: { name: string; kinds: readonly Work[] },
  holder: string,
): Promise<Turn> => takeTurn(context.db.http, { ...lane, holder, seconds: leaseSeconds }, dueTimes(context))

/** Takes only the lane's lease. */
export const takeCronLease = ({ db }: Context, lane: string, holder: string): Promise<boolean> =>
  takeLease(db.http, lane, holder, leaseSeconds)

/** Returns the lease, so that the next run can take it. */
export const endCronTurn = ({ db }: Context, lanes: string[], holder: string): Promise<void> =>
  dropLease(db.http, lanes, holder)
