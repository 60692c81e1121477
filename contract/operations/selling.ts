import * as v from 'valibot'
import { CollectionId } from '#contract/schemas/lists.ts'
import { NftDatabaseID } from '#contract/schemas/nfts.ts'
import { routes } from '#contract/addresses.ts'
import {
  AddDemandForm,
  AddDemandReply,
  BuyerProblemReply,
  BuyingRulesReply,
  BuyRandomBody,
  BuyRandomReply,
  DemandBuyBody,
  DemandRemoveBody,
  DemandSellBody,
  DoneReply,
  OwnItemReply,
  PayoutsReply,
  PayoutTagBody,
  ReservationReply,
} from '#contract/schemas/selling.ts'
import { PendingDrawReply, SignedReply } from '#contract/schemas/sign-requests.ts'
import type { Operation } from './operation.ts'

const trade = { tag: 'Trading', auth: 'session', keyed: true } as const

export const sellingOperations = {
  addDemandItem: {
    ...routes.addDemandItem,
    fresh: true,
    tag: 'Creating',
    auth: 'session',
    limit: 'add',
    keyed: true,
    summary:
      'Add an item to a collection that is minted on demand: nothing is on the ledger until it is bought',
    form: AddDemandForm,
    reply: AddDemandReply,
  },
  buyOnDemand: {
    ...routes.buyOnDemand,
    ...trade,
    limit: 'sign',
    summary: 'Buy an on-demand item: it is minted for the buyer',
    body: DemandBuyBody,
    reply: SignedReply,
  },
  priceDemandItem: {
    ...routes.priceDemandItem,
    ...trade,
    fresh: true,
    summary: 'Set the price of an on-demand item, which puts it up for sale',
    body: DemandSellBody,
    reply: DoneReply,
  },
  removeDemandItem: {
    ...routes.removeDemandItem,
    ...trade,
    fresh: true,
    summary: 'Withdraw an on-demand item',
    body: DemandRemoveBody,
    reply: DoneReply,
  },
  buyRandom: {
    ...routes.buyRandom,
    ...trade,
    limit: 'sign',
    summary: 'Draw an item of a random collection, and buy it',
    body: BuyRandomBody,
    reply: BuyRandomReply,
    pending: PendingDrawReply,
  },
  getBuyingRules: {
    ...routes.getBuyingRules,
    tag: 'Reading',
    auth: 'none',
    shared: true,
    summary: 'Get the requirements of a purchase from the issuer of a collection, and what can be drawn',
    query: v.object({ id: CollectionId }),
    reply: BuyingRulesReply,
  },
  getBuyerProblem: {
    ...routes.getBuyerProblem,
    tag: 'Reading',
    auth: 'session',
    summary: 'Get the reason why the connected account cannot buy from the issuer of a collection',
    query: v.object({ id: CollectionId }),
    reply: BuyerProblemReply,
  },
  getOwnDemandItem: {
    ...routes.getOwnDemandItem,
    fresh: true,
    tag: 'Reading',
    auth: 'session',
    summary: 'A hidden on-demand item, for the issuer of its collection',
    query: v.object({ id: NftDatabaseID }),
    reply: OwnItemReply,
  },
  getReservation: {
    ...routes.getReservation,
    tag: 'Reading',
    auth: 'session',
    summary:
      'Until when an on-demand item is held for the connected buyer, who can ask for the same request again',
    query: v.object({ id: NftDatabaseID }),
    reply: ReservationReply,
  },
  getPayouts: {
    ...routes.getPayouts,
    tag: 'Accounts',
    auth: 'session',
    summary: 'List what the connected artist was paid, or is owed, for on-demand sales',
    reply: PayoutsReply,
  },
  setPayoutTag: {
    ...routes.setPayoutTag,
    fresh: true,
    tag: 'Accounts',
    auth: 'session',
    keyed: true,
    summary: 'The destination tag that goes with payouts to the connected artist',
    body: PayoutTagBody,
    reply: DoneReply,
  },
} as const satisfies Record<string, Operation>
