import type { routes } from '#contract/addresses.ts'

interface ActionFacts {
  /** The type of the transaction that the user signs. A `Batch` (XLS-56) holds several. */
  signs:
    | 'NFTokenCreateOffer'
    | 'NFTokenAcceptOffer'
    | 'NFTokenCancelOffer'
    | 'NFTokenBurn'
    | 'NFTokenMint'
    | 'NFTokenModify'
    | 'TrustSet'
    | 'AccountSet'
    | 'TicketCreate'
    | 'Batch'
  /** The purpose that the database stores and that replies name. */
  purpose: string
  /** The operation of the API that asks for the signature. */
  operation: keyof typeof routes
  /** Who makes the offer; only for offers that users fill in themselves. */
  offerOf?: 'seller' | 'buyer'
  /** True if the signer pays for a work. These requests have their own share of the calls to the wallet platform. */
  buys?: true
  /** True if the signed sell offer serves this action alone, so that it is never a listing. */
  notListed?: true
  /** Set if the sign request is a Batch where network and wallet allow one signature for the whole sale. */
  orBatch?: true
}

const transaction = { purpose: 'transaction', operation: 'requestTransaction' } as const

/**
 * Everything that a user can do with a signature. The client, the server and their texts use these names; `contract/`
 * maps the API's addresses and values to them. The texts of each action are in `web/wallet/requests/action-words.ts`.
 */
export const actions = {
  buyNow: { signs: 'NFTokenCreateOffer', purpose: 'buy_now', operation: 'buyNow', buys: true, orBatch: true },
  // Buys a listing that the marketplace does not match.
  buyDirectly: { signs: 'NFTokenAcceptOffer', purpose: 'accept_listing', operation: 'buyNow', buys: true },
  buyCart: { signs: 'Batch', purpose: 'buy_cart', operation: 'buyCart', buys: true },
  buyOnDemand: {
    signs: 'NFTokenAcceptOffer',
    purpose: 'demand_buy',
    operation: 'buyOnDemand',
    buys: true,
    orBatch: true,
  },
  buyPrint: {
    signs: 'NFTokenAcceptOffer',
    purpose: 'demand_buy',
    operation: 'buyPrint',
    buys: true,
    orBatch: true,
  },
  // Claims a print that costs nothing.
  claimPrint: {
    signs: 'NFTokenAcceptOffer',
    purpose: 'demand_buy',
    operation: 'buyPrint',
    buys: true,
    orBatch: true,
  },
  buyRandom: { signs: 'NFTokenAcceptOffer', purpose: 'demand_buy', operation: 'buyRandom', buys: true },

  listForSale: { signs: 'NFTokenCreateOffer', ...transaction, offerOf: 'seller' },
  listManyForSale: { signs: 'Batch', purpose: 'list_many', operation: 'listManyForSale', orBatch: true },
  offerDirectly: { signs: 'NFTokenCreateOffer', ...transaction, offerOf: 'seller' },
  transfer: { signs: 'NFTokenCreateOffer', ...transaction, offerOf: 'seller' },
  changePrice: { signs: 'NFTokenCreateOffer', ...transaction },
  changePrices: { signs: 'Batch', purpose: 'reprice_many', operation: 'changePrices', orBatch: true },
  runAuction: {
    signs: 'NFTokenCreateOffer',
    purpose: 'run_auction',
    operation: 'runAuction',
    offerOf: 'seller',
    notListed: true,
  },

  placeBid: { signs: 'NFTokenCreateOffer', ...transaction, offerOf: 'buyer' },
  bidAtAuction: {
    signs: 'NFTokenCreateOffer',
    purpose: 'bid_auction',
    operation: 'bidAtAuction',
    offerOf: 'buyer',
    buys: true,
  },

  acceptBid: {
    signs: 'NFTokenCreateOffer',
    purpose: 'accept_bid',
    operation: 'acceptBid',
    orBatch: true,
    notListed: true,
  },
  acceptSellOffer: { signs: 'NFTokenAcceptOffer', ...transaction },
  acceptTransfer: { signs: 'NFTokenAcceptOffer', ...transaction },

  cancelOffer: { signs: 'NFTokenCancelOffer', ...transaction },
  cancelOffers: { signs: 'NFTokenCancelOffer', ...transaction },
  cancelDeadOffers: { signs: 'NFTokenCancelOffer', ...transaction },
  // The first of two signatures for a new price.
  cancelOldPrice: { signs: 'NFTokenCancelOffer', ...transaction },

  agreeToSwap: { signs: 'Batch', purpose: 'swap_agree', operation: 'agreeToSwap' },
  completeSwap: { signs: 'Batch', purpose: 'swap', operation: 'completeSwap' },
  revokeSwap: { signs: 'AccountSet', purpose: 'swap_revoke', operation: 'revokeSwap' },

  placeStandingBid: { signs: 'TicketCreate', purpose: 'standing_bid', operation: 'placeStandingBid' },
  sellIntoBid: { signs: 'Batch', purpose: 'bid_sell', operation: 'sellIntoBid' },
  completeBidSale: { signs: 'Batch', purpose: 'bid_complete', operation: 'completeBidSale', buys: true },
  revokeBidSale: { signs: 'AccountSet', purpose: 'bid_revoke', operation: 'revokeBidSale' },
  releaseBidTickets: { signs: 'Batch', purpose: 'bid_release', operation: 'releaseBidTickets' },

  mintNft: { signs: 'NFTokenMint', purpose: 'mint', operation: 'mintNft' },
  mintNfts: { signs: 'Batch', purpose: 'mint_many', operation: 'mintNfts', orBatch: true },
  updateNft: { signs: 'NFTokenModify', purpose: 'modify', operation: 'updateNft' },
  burn: { signs: 'NFTokenBurn', ...transaction },

  authorizeMinter: { signs: 'AccountSet', purpose: 'authorize_minter', operation: 'authorizeMinter' },
  setTrustLine: { signs: 'TrustSet', purpose: 'trust_line', operation: 'setTrustLine' },
} as const satisfies Record<string, ActionFacts>

export type Action = keyof typeof actions

/** Kinds of offers that a user fills in. The kind determines the fields and rules. */
export type OfferKind = {
  [A in Action]: (typeof actions)[A] extends { offerOf: string } ? A : never
}[Action]

interface OfferRules {
  /** True if nothing is paid. */
  free: boolean
  /** The role of the offer in an auction. */
  auction: 'none' | 'starts' | 'bids'
  /** Who can take a sell offer at its price: everybody, everybody unless it names an account, or nobody. */
  buyers: 'all' | 'named or all' | 'none'
  /**
   * Whether the dialog asks for an expiration. The server enforces only `required`: an offer that changes a price keeps
   * the expiration of the old one, even if the dialog shows none.
   */
  expiration: 'none' | 'optional' | 'required'
  /** Days until the offer ends by default, so that no forgotten bid is accepted months later. */
  usualDays: number | null
  /** Whether the dialog asks for a receiver. Only the dialog reads this: programs set the receiver themselves. */
  destination: 'none' | 'optional' | 'receiver'
  /** True if the marketplace matches the offer, provided that it brokers the currency. */
  brokered: boolean
}

/** Rules that distinguish the kinds of offers. The dialog, the server and the price breakdown use them. */
export const offerKinds: Record<OfferKind, OfferRules> = {
  listForSale: {
    free: false,
    auction: 'none',
    buyers: 'all',
    expiration: 'none',
    usualDays: null,
    destination: 'none',
    brokered: true,
  },
  offerDirectly: {
    free: false,
    auction: 'none',
    buyers: 'named or all',
    expiration: 'optional',
    usualDays: null,
    destination: 'optional',
    brokered: false,
  },
  transfer: {
    free: true,
    auction: 'none',
    buyers: 'none',
    expiration: 'optional',
    usualDays: null,
    destination: 'receiver',
    brokered: false,
  },
  runAuction: {
    free: false,
    auction: 'starts',
    buyers: 'none',
    expiration: 'required',
    usualDays: 3,
    destination: 'none',
    brokered: true,
  },
  placeBid: {
    free: false,
    auction: 'none',
    buyers: 'none',
    expiration: 'optional',
    usualDays: 7,
    destination: 'none',
    brokered: true,
  },
  bidAtAuction: {
    free: false,
    auction: 'bids',
    buyers: 'none',
    expiration: 'none',
    usualDays: null,
    destination: 'none',
    brokered: true,
  },
}

/** The purpose of a stored sign request. Signing in is not an action on the ledger. */
export type SignPurpose = (typeof actions)[Action]['purpose'] | 'sign_in'

/** Returns the purposes of all actions that have a flag. */
export function purposesOf(mark: 'buys' | 'orBatch' | 'notListed'): SignPurpose[] {
  const markedActions = Object.values(actions).filter((facts) => mark in facts)
  return [...new Set(markedActions.map(({ purpose }) => purpose))]
}
