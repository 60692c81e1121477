import { buyCart } from '#worker/domain/cart/buy-cart.ts'
import { checkCart } from '#worker/domain/cart/check-cart.ts'
import { acceptBid } from '#worker/domain/trade/accept-bid.ts'
import { bidAtAuction } from '#worker/domain/trade/bid-at-auction.ts'
import { confirmBid } from '#worker/domain/trade/confirm-bid.ts'
import { buyNow } from '#worker/domain/trade/buy-now.ts'
import { listDeadOffers } from '#worker/domain/trade/dead-offers.ts'
import { listManyForSale } from '#worker/domain/trade/list-many-for-sale.ts'
import { changePrices } from '#worker/domain/trade/change-prices.ts'
import { runAuction } from '#worker/domain/trade/run-auction.ts'
import { readTrustLine, setTrustLine } from '#worker/domain/trade/trust-line.ts'
import type { AppHandlers } from './app-env.ts'
import { createSuccess } from './success.ts'

export const tradingHandlers = {
  buyNow: ({ actor, body }, context) => buyNow(context, actor, body),
  checkCart: ({ actor, body }, context) => checkCart(context, actor?.account ?? null, body.items),
  buyCart: ({ actor, body }, context) => buyCart(context, actor, body.items),
  confirmBid: async ({ actor, body }, context) =>
    createSuccess({ buyOfferIndex: await confirmBid(context, actor, body.buyOfferIndex) }),
  acceptBid: ({ actor, body }, context) => acceptBid(context, actor, body),
  listManyForSale: ({ actor, body }, context) => listManyForSale(context, actor, body.rows),
  changePrices: ({ actor, body }, context) => changePrices(context, actor, body.rows),
  runAuction: ({ actor, body }, context) => runAuction(context, actor, body),
  bidAtAuction: ({ actor, body }, context) => bidAtAuction(context, actor, body.txjson),
  setTrustLine: ({ actor, body }, context) => setTrustLine(context, actor, body),
  getTrustLine: ({ actor, query }, context) => readTrustLine(context, actor, query),
  getDeadOffers: ({ actor }, context) => listDeadOffers(context, actor),
} satisfies Partial<AppHandlers>
