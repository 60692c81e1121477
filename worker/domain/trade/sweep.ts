import { listEndedAuctions, listStrayAuctionOffers } from '#db/queries/trade/auctions.ts'
import { banUnreliableBidders } from '#db/queries/trade/bidder-bans.ts'
import { dropKeysBefore } from '#db/queries/idempotency/idempotency.ts'
import { listOpenSubmissions } from '#db/queries/journal/journal.ts'
import { dropOldQuotas } from '#db/queries/quotas.ts'
import { requestDormant } from '#db/queries/trade/offer-cancellations.ts'
import { listMatchingSales } from '#db/queries/trade/sales.ts'
import { dropExpiredSessions } from '#db/queries/session/sessions.ts'
import { expireSignIns, listOpenSignRequests } from '#db/queries/sign-request/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { advanceOpenSubmission } from '#worker/domain/journal/advance-submission.ts'
import { tellTimes } from '#worker/domain/event/tend-log.ts'
import { settleUsedParts } from '#worker/domain/demand/settle-part.ts'
import { endParts } from '#worker/domain/part/end-parts.ts'
import { processRows, runStages, type Stage } from '#worker/domain/stages.ts'
import { advanceRequest } from '#worker/domain/sign-request/request-progress.ts'
import { advanceSale } from './advance-sale.ts'
import { cancelLeftovers } from './cancel-leftovers.ts'
import { cancelRequested } from './cancel-requested.ts'
import { cancelStrayOffer, settleAuction } from './settle-auctions.ts'

const batch = 50
/** Lifetime of an Idempotency-Key: one day. */
const keepKeysMs = 86_400_000
export const keysBefore = (now: Date) => new Date(now.getTime() - keepKeysMs)
/** The sweep skips requests that a browser has polled within this time. */
const idleSeconds = 5

const stages: Stage[] = [
  ({ db, now }) => dropKeysBefore(db.http, keysBefore(now())),
  ({ db }) => expireSignIns(db.http),
  ({ db }) => dropExpiredSessions(db.http),
  ({ db }) => dropOldQuotas(db.http),
  async (context, until) =>
    processRows(
      context,
      { what: 'sign_request', until },
      await listOpenSignRequests(context.db.http, idleSeconds, batch),
      (row) => advanceRequest(context, row, 'sweep'),
    ),
  async (context, until) =>
    processRows(
      context,
      { what: 'submission', until },
      await listOpenSubmissions(context.db.http, batch),
      (row) => advanceOpenSubmission(context, row),
    ),
  settleUsedParts,
  endParts,
  ({ db, rules }) => banUnreliableBidders(db.http, rules),
  tellTimes,
  async (context, until) =>
    processRows(context, { what: 'auction', until }, await listEndedAuctions(context.db.http, batch), (row) =>
      settleAuction(context, row),
    ),
  async (context, until) =>
    processRows(
      context,
      { what: 'stray_offer', until },
      await listStrayAuctionOffers(context.db.http, batch),
      (row) => cancelStrayOffer(context, row),
    ),
  async (context, until) =>
    processRows(context, { what: 'sale', until }, await listMatchingSales(context.db.http, batch), (row) =>
      advanceSale(context, row),
    ),
  cancelLeftovers,
  ({ db, rules }) => requestDormant(db.http, rules.marketplace),
  cancelRequested,
]

/**
 * Advances everything that no request advances: abandoned requests, the journal, ended auctions, sales and leftover
 * offers.
 */
export function sweep(context: Context, deadline: Date): Promise<void> {
  return runStages(context, deadline, stages)
}
