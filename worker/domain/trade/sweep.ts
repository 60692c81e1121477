import { listEndedAuctions, listStrayAuctionOffers } from '#db/queries/auctions.ts'
import { banUnreliableBidders } from '#db/queries/bidder-bans.ts'
import { dropKeysBefore } from '#db/queries/idempotency.ts'
import { listOpenSubmissions } from '#db/queries/journal.ts'
import { listMatchingSales } from '#db/queries/sales.ts'
import { listOpenSignRequests } from '#db/queries/sign-requests.ts'
import { errorFacts } from '#worker/contract/error-facts.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { pursue } from '#worker/domain/journal/advance-submission.ts'
import { resolveSignRequest } from '#worker/domain/sign-request/resolve-sign-request.ts'
import { advanceSale } from './advance-sale.ts'
import { cancelLeftovers } from './cancel-leftovers.ts'
import { cancelWanted } from './cancel-wanted.ts'
import { finishSale } from './finish-sale.ts'
import { cancelStrayOffer, settleAuction } from './settle-auctions.ts'

const batch = 50
/** An Idempotency-Key is remembered for a day. */
const keepKeysMs = 86_400_000
/** Requests that a browser is polling are left to it; the abandoned ones are ours. */
const idleSeconds = 5

async function each<T>({ log }: Context, what: string, rows: T[], work: (row: T) => Promise<unknown>) {
  for (const row of rows) {
    try {
      await work(row)
    } catch (error) {
      // One stuck row must not hold up the others; it is tried again by the next run.
      log.error('sweep_failed', {
        what,
        ...errorFacts(error),
        refused: error instanceof Refusal,
      })
    }
  }
}

/**
 * Brings everything on that nobody is waiting for: abandoned requests, the journal, ended auctions, sales and leftover
 * offers.
 */
export async function sweep(context: Context): Promise<void> {
  const { read } = context.db
  await dropKeysBefore(read, new Date(context.now().getTime() - keepKeysMs))
  await each(context, 'sign_request', await listOpenSignRequests(read, idleSeconds, batch), async (row) =>
    finishSale(context, await resolveSignRequest(context, row)),
  )
  await each(context, 'submission', await listOpenSubmissions(read, batch), (row) => pursue(context, row))
  await banUnreliableBidders(read, context.rules)
  await each(context, 'auction', await listEndedAuctions(read, batch), (row) => settleAuction(context, row))
  await each(context, 'stray_offer', await listStrayAuctionOffers(read, batch), (row) =>
    cancelStrayOffer(context, row),
  )
  await each(context, 'sale', await listMatchingSales(read, batch), (row) => advanceSale(context, row))
  await cancelLeftovers(context)
  await cancelWanted(context)
}
