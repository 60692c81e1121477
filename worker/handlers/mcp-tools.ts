import type { OperationName } from '#contract/operations.ts'

/** A tool of the MCP endpoint: one call of the API. */
export interface McpTool {
  name: string
  operation: OperationName
  /** Describes the result and the use of the tool for the model. */
  description: string
}

/** Tools that only read public data. */
export const readingTools: McpTool[] = [
  {
    name: 'search',
    operation: 'search',
    description:
      'Finds collections and works by name; typing errors are tolerated. Use it first when you have only a name.',
  },
  {
    name: 'list_collections',
    operation: 'getCollections',
    description: 'Lists collections, filtered and sorted, with floor price and volume.',
  },
  {
    name: 'get_collection',
    operation: 'getCollection',
    description: 'One collection by its id: floor, volume, number of works and owners, links, how it sells.',
  },
  {
    name: 'list_works',
    operation: 'getCollectionNfts',
    description:
      'Works of a collection, page by page: filter by price, trait and name; buyable ones come first by default.',
  },
  {
    name: 'get_work',
    operation: 'getNft',
    description:
      'One work by its NFTokenID, or by the id of an on-demand item: owner, listings, bids, auction, traits, history.',
  },
  {
    name: 'list_editions',
    operation: 'getEditions',
    description: 'Editions with their phases, prices and sold prints: those on sale, or all of a collection.',
  },
  {
    name: 'get_sales',
    operation: 'getSales',
    description: 'Sales of a collection in XRP, newest first, without those that look like wash trades.',
  },
  {
    name: 'list_account_works',
    operation: 'getAccountNfts',
    description: 'The works that an account owns.',
  },
  {
    name: 'list_account_offers',
    operation: 'getAccountOffers',
    description: 'Offers that an account has made and received.',
  },
  {
    name: 'get_events',
    operation: 'getEvents',
    description: 'What has happened since a position in the event log: listings, bids, sales, mints.',
  },
  {
    name: 'get_xrp_price',
    operation: 'getXrpPrice',
    description: 'The price of XRP in dollars with its source.',
  },
  {
    name: 'check_cart',
    operation: 'checkCart',
    description: 'What up to 50 listings cost together with fees, and which of them can be bought right now.',
  },
]

const unsignedTools =
  'Returns an unsigned request, checked by the rules of the marketplace: a QR code and a link with which the owner of the account signs or rejects it in the wallet. Nothing happens before that. Follow it with check_request.'

/**
 * Tools that prepare a request. Each needs an API key or a session token. The person signs in the wallet; the program
 * never signs.
 */
export const requestingTools: McpTool[] = [
  { name: 'buy_work', operation: 'buyNow', description: `Buy a listed work. ${unsignedTools}` },
  {
    name: 'buy_print',
    operation: 'buyPrint',
    description: `Buy the next print of an edition. ${unsignedTools}`,
  },
  {
    name: 'buy_works',
    operation: 'buyCart',
    description: `Buy several listings with one signature. ${unsignedTools}`,
  },
  {
    name: 'accept_bid',
    operation: 'acceptBid',
    description: `Accept a bid on an own work. ${unsignedTools}`,
  },
  {
    name: 'list_works_for_sale',
    operation: 'listManyForSale',
    description: `List up to 8 own works for sale. ${unsignedTools}`,
  },
  {
    name: 'change_prices',
    operation: 'changePrices',
    description: `Give up to 7 own listings new prices. ${unsignedTools}`,
  },
  { name: 'bid_in_auction', operation: 'bidAtAuction', description: `Bid in an auction. ${unsignedTools}` },
  {
    name: 'start_auction',
    operation: 'runAuction',
    description: `Put an own work up for auction. ${unsignedTools}`,
  },
  {
    name: 'request_transaction',
    operation: 'requestTransaction',
    description: `Any single offer, cancellation, acceptance or burn as a transaction of the XRP Ledger, amounts in drops. ${unsignedTools}`,
  },
  {
    name: 'check_request',
    operation: 'checkSignRequest',
    description: 'Whether a request was signed, rejected, or has expired, and what came of it on the ledger.',
  },
]
