import { buyCart } from '#worker/domain/cart/buy-cart.ts'
import { checkCart } from '#worker/domain/cart/check-cart.ts'
import { acceptBid } from '#worker/domain/trade/accept-bid.ts'
import { bidAuction } from '#worker/domain/trade/bid-auction.ts'
import { buyNow } from '#worker/domain/trade/buy-now.ts'
import { listDeadOffers } from '#worker/domain/trade/dead-offers.ts'
import { listNfts } from '#worker/domain/trade/list-nfts.ts'
import { repriceNfts } from '#worker/domain/trade/reprice-nfts.ts'
import { runAuction } from '#worker/domain/trade/run-auction.ts'
import { readTrustLine, setTrustLine } from '#worker/domain/trade/trust-line.ts'
import type { AppHandlers } from './app-env.ts'

export const tradingHandlers = {
  buyNow: ({ actor, body }, context) => buyNow(context, actor, body),
  checkCart: ({ actor, body }, context) => checkCart(context, actor?.account ?? null, body.items),
  buyCart: ({ actor, body }, context) => buyCart(context, actor, body.items),
  sellNow: ({ actor, body }, context) => acceptBid(context, actor, body),
  listNfts: ({ actor, body }, context) => listNfts(context, actor, body.rows),
  repriceNfts: ({ actor, body }, context) => repriceNfts(context, actor, body.rows),
  runAuction: ({ actor, body }, context) => runAuction(context, actor, body.txjson),
  bidAuction: ({ actor, body }, context) => bidAuction(context, actor, body.txjson),
  setTrustLine: ({ actor, body }, context) => setTrustLine(context, actor, body),
  getTrustLine: ({ actor, query }, context) => readTrustLine(context, actor, query),
  getDeadOffers: ({ actor }, context) => listDeadOffers(context, actor),
} satisfies Partial<AppHandlers>
