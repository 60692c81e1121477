import {
  completeBidSale,
  endBidSale,
  releaseBidTickets,
  revokeBidSale,
} from '#worker/domain/standing-bid/complete-sale.ts'
import { endStandingBid, placeStandingBid } from '#worker/domain/standing-bid/place-bid.ts'
import { sellIntoBid } from '#worker/domain/standing-bid/sell-into-bid.ts'
import {
  getBidSale,
  getBidWorks,
  getCollectionBids,
  getOwnBids,
  getWorkBid,
} from '#worker/domain/standing-bid/view.ts'
import { getBidMinimum, setBidMinimum } from '#worker/domain/trade/least-bid.ts'
import type { AppHandlers } from './app-env.ts'
import { done, createSuccess } from './success.ts'

export const standingBidHandlers = {
  placeStandingBid: ({ actor, body }, context) => placeStandingBid(context, actor, body),
  endStandingBid: async ({ actor, body }, context) =>
    createSuccess({ id: await endStandingBid(context, actor, body.id) }),
  sellIntoBid: ({ actor, body }, context) => sellIntoBid(context, actor, body),
  completeBidSale: ({ actor, body }, context) => completeBidSale(context, actor, body),
  endBidSale: async ({ actor, body }, context) =>
    createSuccess({ id: await endBidSale(context, actor, body.id) }),
  revokeBidSale: ({ actor, body }, context) => revokeBidSale(context, actor, body.id),
  releaseBidTickets: ({ actor }, context) => releaseBidTickets(context, actor),
  getCollectionBids: ({ query }, context) => getCollectionBids(context, query.id),
  getWorkBid: ({ query }, context) => getWorkBid(context, query.id),
  getBidSale: ({ query }, context) => getBidSale(context, query.id),
  getBidWorks: ({ actor, query }, context) => getBidWorks(context, actor, query.id),
  getBidMinimum: ({ actor, query }, context) => getBidMinimum(context, actor, query.collectionID),
  setBidMinimum: ({ actor, body }, context) => done(setBidMinimum(context, actor, body), 'Saved.'),
  getOwnBids: ({ actor }, context) => getOwnBids(context, actor),
} satisfies Partial<AppHandlers>
