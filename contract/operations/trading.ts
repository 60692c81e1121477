import { CartBuyBody, CartCheckBody, CartCheckReply } from '#contract/schemas/cart.ts'
import { routes } from '#contract/addresses.ts'
import { SignedReply } from '#contract/schemas/sign-requests.ts'
import {
  AuctionBidBody,
  BuyNowBody,
  DeadOffersReply,
  ListNftsBody,
  RepriceNftsBody,
  RunAuctionBody,
  AcceptBidBody,
  ConfirmBidBody,
  ConfirmBidReply,
  TrustLineBody,
  TrustLineQuery,
  TrustLineReply,
} from '#contract/schemas/trading.ts'
import type { Operation } from './operation.ts'

const common = { tag: 'Trading', auth: 'session' } as const
const trade = { ...common, limit: 'sign', keyed: true, reply: SignedReply } as const

export const tradingOperations = {
  buyNow: { ...routes.buyNow, ...trade, summary: 'Buy a listed NFT', body: BuyNowBody },
  checkCart: {
    ...routes.checkCart,
    tag: 'Trading',
    auth: 'optional',
    forPrograms: true,
    summary: 'Get the total of up to 50 listings, which of them can be bought, and what is signed at once',
    body: CartCheckBody,
    reply: CartCheckReply,
  },
  buyCart: {
    ...routes.buyCart,
    ...trade,
    summary: 'Buy several listings with one signature: all of them, or none',
    body: CartBuyBody,
  },
  confirmBid: {
    ...routes.confirmBid,
    tag: 'Trading',
    auth: 'session',
    limit: 'write',
    summary: 'Stand by a bid although the issuer has changed the work since',
    body: ConfirmBidBody,
    reply: ConfirmBidReply,
  },
  acceptBid: {
    ...routes.acceptBid,
    ...trade,
    summary: 'Accept a bid that is addressed to the marketplace',
    body: AcceptBidBody,
  },
  listManyForSale: {
    ...routes.listManyForSale,
    ...trade,
    summary: 'List up to 8 NFTs with one signature; each succeeds or fails on its own',
    body: ListNftsBody,
  },
  changePrices: {
    ...routes.changePrices,
    ...trade,
    summary: 'Give up to 7 listings new prices with one signature, all or nothing',
    body: RepriceNftsBody,
  },
  runAuction: {
    ...routes.runAuction,
    ...trade,
    summary: 'Open an auction: a sell offer to the marketplace that expires at least 13 hours ahead',
    body: RunAuctionBody,
  },
  bidAtAuction: { ...routes.bidAtAuction, ...trade, summary: 'Bid in an auction', body: AuctionBidBody },
  setTrustLine: {
    ...routes.setTrustLine,
    ...trade,
    summary: 'Set a trust line, so that the account can hold an issued currency',
    body: TrustLineBody,
  },
  getTrustLine: {
    ...routes.getTrustLine,
    ...common,
    summary: 'Check whether the connected account can hold a currency, and how it is traded here',
    query: TrustLineQuery,
    reply: TrustLineReply,
  },
  getDeadOffers: {
    ...routes.getDeadOffers,
    ...common,
    summary: 'Own offers that nobody can take any more, with the reason',
    reply: DeadOffersReply,
  },
} as const satisfies Record<string, Operation>
