import { listEndedAuctions, listStrayAuctionOffers } from '#db/queries/auctions.ts'
import { banUnreliableBidders } from '#db/queries/bidder-bans.ts'
import { dropKeysBefore } from '#db/queries/idempotency.ts'
import { listOpenSubmissions } from '#db/queries/journal.ts'
import { listMatchingSales } from '#db/queries/sales.ts'
import { expireSignIns, listOpenSignRequests } from '#db/queries/sign-requests.ts'
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

/** Goes through rows until `until`; one at least, so that every kind gets on however slow the ledger is. */
async function each<T>(
  context: Context,
  { what, until }: { what: string; until: Date },
  rows: T[],
  work: (row: T) => Promise<unknown>,
) {
  for (const [done, row] of rows.entries()) {
    if (done > 0 && context.now() >= until) return
    try {
      await work(row)
    } catch (error) {
      // One stuck row must not hold up the others; it is tried again by the next run.
      context.log.error('sweep_failed', { what, ...errorFacts(error), refused: error instanceof Refusal })
    }
  }
}

type Stage = (context: Context, until: Date) => Promise<void>

const stages: Stage[] = [
  ({ db, now }) => dropKeysBefore(db.read, new Date(now().getTime() - keepKeysMs)),
  ({ db }) => expireSignIns(db.read),
  async (context, until) =>
    each(
      context,
      { what: 'sign_request', until },
      await listOpenSignRequests(context.db.read, idleSeconds, batch),
      async (row) => finishSale(context, await resolveSignRequest(context, row)),
    ),
  async (context, until) =>
    each(context, { what: 'submission', until }, await listOpenSubmissions(context.db.read, batch), (row) =>
      pursue(context, row),
    ),
  ({ db, rules }) => banUnreliableBidders(db.read, rules),
  async (context, until) =>
    each(context, { what: 'auction', until }, await listEndedAuctions(context.db.read, batch), (row) =>
      settleAuction(context, row),
    ),
  async (context, until) =>
    each(
      context,
      { what: 'stray_offer', until },
      await listStrayAuctionOffers(context.db.read, batch),
      (row) => cancelStrayOffer(context, row),
    ),
  async (context, until) =>
    each(context, { what: 'sale', until }, await listMatchingSales(context.db.read, batch), (row) =>
      advanceSale(context, row),
    ),
  cancelLeftovers,
  cancelWanted,
]

/**
 * Brings everything on that nobody is waiting for: abandoned requests, the journal, ended auctions, sales and leftover
 * offers. Each stage has its share of the time that is left before `deadline`, and one that fails holds up no other.
 */
export async function sweep(context: Context, deadline: Date): Promise<void> {
  const failures: unknown[] = []
  for (const [done, stage] of stages.entries()) {
    const now = context.now().getTime()
    const share = Math.max(0, deadline.getTime() - now) / (stages.length - done)
    try {
      await stage(context, new Date(now + share))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
