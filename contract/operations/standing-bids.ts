import { routes } from '#contract/addresses.ts'
import { DoneReply } from '#contract/schemas/selling.ts'
import { SignedReply } from '#contract/schemas/sign-requests.ts'
import {
  BidMinimumBody,
  BidMinimumQuery,
  BidMinimumReply,
  BidSaleReply,
  BidWorksQuery,
  BidWorksReply,
  CollectionBidsQuery,
  CollectionBidsReply,
  CompleteBidSaleBody,
  EndedReply,
  OwnBidsReply,
  PlaceStandingBidBody,
  ReleaseTicketsBody,
  SellIntoBidBody,
  StandingBidBody,
  WorkBidQuery,
  WorkBidReply,
} from '#contract/schemas/standing-bids.ts'
import { SwapQuery } from '#contract/schemas/swaps.ts'
import type { Operation } from './operation.ts'

const base = { tag: 'Trading', auth: 'session' } as const
const sign = { ...base, limit: 'sign', keyed: true, reply: SignedReply } as const
const end = { ...base, limit: 'write', body: StandingBidBody, reply: EndedReply } as const

export const standingBidOperations = {
  placeStandingBid: {
    ...routes.placeStandingBid,
    ...sign,
    summary: 'Bid on any works of a collection, optionally with traits or up to a rarity rank',
    body: PlaceStandingBidBody,
  },
  endStandingBid: { ...routes.endStandingBid, ...end, summary: 'Withdraw a standing bid' },
  sellIntoBid: {
    ...routes.sellIntoBid,
    ...sign,
    summary: 'Sell up to three works into a standing bid; its bidder has 24 hours to complete the sale',
    body: SellIntoBidBody,
  },
  completeBidSale: {
    ...routes.completeBidSale,
    ...sign,
    summary: 'Sign and submit a sale into one’s standing bid',
    body: CompleteBidSaleBody,
  },
  endBidSale: { ...routes.endBidSale, ...end, summary: 'Withdraw from a sale into a standing bid' },
  revokeBidSale: {
    ...routes.revokeBidSale,
    ...sign,
    summary: 'Use up the Sequence that one’s signature of a sale into a standing bid is bound to',
    body: StandingBidBody,
  },
  releaseBidTickets: {
    ...routes.releaseBidTickets,
    ...sign,
    summary: 'Release the reserve of tickets of ended standing bids',
    body: ReleaseTicketsBody,
  },
  getCollectionBids: {
    ...routes.getCollectionBids,
    ...base,
    auth: 'none',
    summary: 'The standing bids on a collection by price, and the best of them',
    query: CollectionBidsQuery,
    reply: CollectionBidsReply,
  },
  getWorkBid: {
    ...routes.getWorkBid,
    ...base,
    auth: 'none',
    summary: 'The best standing bid on a work, and the sale of the work that waits for its bidder',
    query: WorkBidQuery,
    reply: WorkBidReply,
  },
  getBidSale: {
    ...routes.getBidSale,
    ...base,
    auth: 'none',
    summary: 'A sale into a standing bid, for everyone who has its id',
    query: SwapQuery,
    reply: BidSaleReply,
  },
  getBidWorks: {
    ...routes.getBidWorks,
    ...base,
    summary: 'The works of the account that can be sold into a standing bid',
    query: BidWorksQuery,
    reply: BidWorksReply,
  },
  getBidMinimum: {
    ...routes.getBidMinimum,
    ...base,
    summary: 'The least bid that the account or a collection accepts, in percent of the floor',
    query: BidMinimumQuery,
    reply: BidMinimumReply,
  },
  setBidMinimum: {
    ...routes.setBidMinimum,
    ...base,
    limit: 'write',
    summary: 'Set the least bid for all own works, or for an own collection',
    body: BidMinimumBody,
    reply: DoneReply,
  },
  getOwnBids: {
    ...routes.getOwnBids,
    ...base,
    summary: 'The standing bids of the connected account, and its sales into standing bids',
    reply: OwnBidsReply,
  },
} as const satisfies Record<string, Operation>
