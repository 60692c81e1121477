/** Address and access rules of an operation, as a caller needs them. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT'
  /** Path below the origin; `{name}` is a parameter. */
  path: string
  /** A call that the marketplace's rules refuse gets a 200 with `status: "failed"`, not a problem. */
  hasStatus?: true
  /** The reply is the outcome of a signature. With `Prefer: respond-async` it is a 202 with the sign request. */
  asksForSignature?: true
  /** Set if the body names its sender: the account, and the account's wallet token in the field of this name. */
  claims?: 'user_token' | 'userToken'
}

// Kinds of calls. `acts` and `saves` differ only in the name of the field that contains the wallet token.
const get = { method: 'GET' } as const
const posts = { method: 'POST', hasStatus: true } as const
const acts = { ...posts, claims: 'user_token' } as const
const saves = { ...posts, claims: 'userToken' } as const
const signs = { ...acts, asksForSignature: true } as const
// `begins` and `asks` reply with data; a refused call gets a problem.
const begins = { method: 'POST', claims: 'user_token' } as const
const asks = { method: 'POST', claims: 'userToken' } as const

/**
 * Every call of the API, as plain data. The browser imports only this table, without the schemas in `operations.ts`.
 */
export const routes = {
  getFeaturedNfts: { ...get, path: '/api/nft/featured' },
  getRoom: { ...get, path: '/api/home/room' },
  getFeaturedCollections: { ...get, path: '/api/collection/featured' },
  getAuctions: { ...get, path: '/api/collection/auction' },
  getTrendingCollections: { ...get, path: '/api/collection/trading_top' },
  getXrpPrice: { ...get, path: '/api/marketplace/xrp_price' },
  getNews: { ...get, path: '/api/marketplace/news' },
  getCollections: { ...get, path: '/api/collection/list' },
  getCollection: { ...get, path: '/api/collection/info' },
  getCollectionNfts: { ...get, path: '/api/collection/nfts' },
  getCollectionFacets: { ...get, path: '/api/collection/facets' },
  getCollectionHistory: { ...get, path: '/api/collection/history' },
  getFigures: { ...get, path: '/api/collection/figures' },
  getSales: { ...get, path: '/api/collection/sales' },
  getOwners: { ...get, path: '/api/collection/owners' },
  getPriceHistory: { ...get, path: '/api/nft/prices' },
  getOEmbed: { ...get, path: '/api/oembed' },
  search: { ...get, path: '/api/marketplace/search' },
  suggest: { ...get, path: '/api/marketplace/suggest' },
  getNft: { ...get, path: '/api/nft' },
  getPermanence: { ...get, path: '/api/nft/permanence' },
  getRelatedWorks: { ...get, path: '/api/nft/related' },
  getMarketplaceOwner: { ...get, path: '/api/marketplace/owner' },
  getSettings: { ...get, path: '/api/marketplace/settings' },
  getHealth: { ...get, path: '/api/health' },
  getEvents: { ...get, path: '/api/events' },

  connectWallet: { ...get, path: '/api/xumm/connect' },
  checkSignRequest: { ...get, path: '/api/xumm/check/{uuid}' },
  openSignRequest: { method: 'POST', path: '/api/sign-requests/{uuid}/open' },
  handInSignature: { method: 'POST', path: '/api/sign-requests/{uuid}/blob' },
  declineSignature: { method: 'POST', path: '/api/sign-requests/{uuid}/reject' },
  signOut: { ...posts, path: '/api/xumm/sign_out' },
  getApiKeys: { ...get, path: '/api/account/keys' },
  createApiKey: { ...acts, path: '/api/account/key/create' },
  endApiKey: { ...acts, path: '/api/account/key/end' },
  requestTransaction: { ...signs, path: '/api/xumm/transaction' },
  getSigning: { ...get, path: '/api/account/signing' },
  setSigning: { ...acts, path: '/api/account/signing' },

  getAccountNfts: { ...get, path: '/api/account/nfts' },
  getAccountOffers: { ...get, path: '/api/account/offers' },
  getAccountHistory: { ...get, path: '/api/account/history' },
  getAccountCollections: { ...get, path: '/api/account/collections' },
  getProfile: { ...get, path: '/api/account/profile' },
  createProfile: { ...saves, path: '/api/account/profile' },
  editProfile: { ...saves, method: 'PUT', path: '/api/account/profile' },
  follow: { ...acts, path: '/api/account/follow' },
  unfollow: { ...acts, path: '/api/account/unfollow' },
  getBalance: { ...get, path: '/api/account/balance' },
  getPortfolio: { ...get, path: '/api/account/portfolio' },
  getStatement: { ...get, path: '/api/account/statement' },
  askStatement: { ...acts, path: '/api/account/statement' },
  getEligibility: { ...get, path: '/api/account/eligibility' },
  getVerifiedRandom: { ...get, path: '/api/collection/verified_random' },

  getWatchlist: { ...get, path: '/api/account/watchlist' },
  watch: { ...acts, path: '/api/account/watch' },
  unwatch: { ...acts, path: '/api/account/unwatch' },
  getWebhooks: { ...get, path: '/api/account/webhooks' },
  getDeliveries: { ...get, path: '/api/account/webhook/deliveries' },
  createWebhook: { ...acts, path: '/api/account/webhook' },
  changeWebhook: { ...acts, path: '/api/account/webhook/change' },
  removeWebhook: { ...acts, path: '/api/account/webhook/remove' },
  testWebhook: { ...acts, path: '/api/account/webhook/test' },
  checkWatched: { method: 'POST', path: '/api/watchlist/check' },

  getNotifications: { ...get, path: '/api/account/notifications' },
  getUnread: { ...get, path: '/api/account/notifications/unread' },
  readNotifications: { ...acts, path: '/api/account/notifications/read' },
  getNotificationSettings: { ...get, path: '/api/account/notifications/settings' },
  setNotificationSettings: { ...acts, path: '/api/account/notifications/settings' },
  addPushDevice: { ...acts, path: '/api/account/push/add' },
  removePushDevice: { ...acts, path: '/api/account/push/remove' },

  buyNow: { ...signs, path: '/api/nft/buy_now' },
  checkCart: { method: 'POST', path: '/api/cart/check' },
  buyCart: { ...signs, path: '/api/cart/buy' },
  acceptBid: { ...signs, path: '/api/nft/sell_now' },
  confirmBid: { ...acts, path: '/api/nft/bid/confirm' },
  listManyForSale: { ...signs, path: '/api/nft/list_many' },
  changePrices: { ...signs, path: '/api/nft/reprice_many' },
  runAuction: { ...signs, path: '/api/nft/auction/run' },
  bidAtAuction: { ...signs, path: '/api/nft/auction/bid' },
  setTrustLine: { ...signs, path: '/api/xumm/trust_line' },
  getTrustLine: { ...get, path: '/api/account/trust_line' },
  getDeadOffers: { ...get, path: '/api/account/dead_offers' },

  proposeSwap: { ...acts, path: '/api/swap/propose' },
  getSwap: { ...get, path: '/api/swap' },
  getSwaps: { ...get, path: '/api/account/swaps' },
  agreeToSwap: { ...signs, path: '/api/swap/agree' },
  completeSwap: { ...signs, path: '/api/swap/complete' },
  endSwap: { ...acts, path: '/api/swap/end' },
  revokeSwap: { ...signs, path: '/api/swap/revoke' },
  placeStandingBid: { ...signs, path: '/api/bid/place' },
  endStandingBid: { ...acts, path: '/api/bid/end' },
  sellIntoBid: { ...signs, path: '/api/bid/sell' },
  completeBidSale: { ...signs, path: '/api/bid/sale/complete' },
  endBidSale: { ...acts, path: '/api/bid/sale/end' },
  revokeBidSale: { ...signs, path: '/api/bid/sale/revoke' },
  releaseBidTickets: { ...signs, path: '/api/bid/release' },
  getCollectionBids: { ...get, path: '/api/collection/bids' },
  getWorkBid: { ...get, path: '/api/nft/bid' },
  getBidSale: { ...get, path: '/api/bid/sale' },
  getBidWorks: { ...get, path: '/api/bid/works' },
  getBidMinimum: { ...get, path: '/api/bid/minimum' },
  setBidMinimum: { ...acts, path: '/api/bid/minimum' },
  getOwnBids: { ...get, path: '/api/account/bids' },

  addDemandItem: { ...acts, path: '/api/nft/demand/add' },
  buyOnDemand: { ...signs, path: '/api/nft/demand/buy_now' },
  priceDemandItem: { ...acts, path: '/api/nft/demand/sell_now' },
  removeDemandItem: { ...acts, path: '/api/nft/demand/remove' },
  buyRandom: { ...signs, path: '/api/nft/buy_random' },
  getBuyingRules: { ...get, path: '/api/collection/buying_rules' },
  getBuyerProblem: { ...get, path: '/api/collection/buyer_problem' },
  getDraws: { ...get, path: '/api/collection/draws' },
  getDrawEpochs: { ...get, path: '/api/collection/draws/epochs' },
  getDrawAnchors: { ...get, path: '/api/collection/draws/anchors' },
  startDrawEpoch: { ...saves, path: '/api/collection/draws/start_epoch' },
  getReservation: { ...get, path: '/api/nft/demand/reservation' },
  getOwnDemandItem: { ...get, path: '/api/nft/demand/own' },
  getPayouts: { ...get, path: '/api/account/payouts' },
  setPayoutTag: { ...acts, path: '/api/account/payout_tag' },

  addEdition: { ...acts, path: '/api/edition/add' },
  changeEdition: { ...acts, path: '/api/edition/change' },
  buyPrint: { ...signs, path: '/api/edition/buy' },
  getEdition: { ...get, path: '/api/edition' },
  getEditions: { ...get, path: '/api/editions' },
  getEditionReport: { ...get, path: '/api/edition/report' },
  getEditionSales: { ...get, path: '/api/edition/sales' },

  setSplit: { ...acts, path: '/api/collection/split' },
  agreeToSplit: { ...acts, path: '/api/split/agree' },
  getRevenue: { ...get, path: '/api/collection/revenue' },
  getRevenueSales: { ...get, path: '/api/collection/revenue/sales' },

  mintNft: { ...signs, path: '/api/nft/add' },
  mintNfts: { ...signs, path: '/api/nft/add_many' },
  updateNft: { ...signs, path: '/api/nft/update' },
  beginUpload: { ...begins, path: '/api/uploads' },
  signUploadParts: { ...begins, path: '/api/uploads/{id}/parts' },
  completeUpload: { ...acts, path: '/api/uploads/{id}/complete' },
  getUpload: { ...get, path: '/api/uploads/{id}' },
  cancelUpload: { ...acts, path: '/api/uploads/{id}/cancel' },
  pinMedia: { ...saves, path: '/api/ipfs/pinMedia' },
  getPins: { ...get, path: '/api/ipfs/pins' },
  keepCopy: { ...saves, path: '/api/nft/keep_copy' },

  addCollection: { ...saves, path: '/api/collection/add' },
  editCollection: { ...saves, path: '/api/collection/edit' },
  getPrivateInfo: { ...asks, path: '/api/collection/private_info' },
  removeCollection: { ...saves, path: '/api/collection/remove' },
  announceCollection: { ...saves, path: '/api/collection/announce' },
  cancelAllOffers: { ...saves, path: '/api/collection/cancelAllOffers' },
  setWhitelist: { ...saves, path: '/api/collection/whitelist' },
  setBlacklist: { ...saves, path: '/api/collection/blacklist' },
  validatePromoCode: { ...posts, path: '/api/collection/promo-validation' },
  getMinter: { ...get, path: '/api/account/minter' },
  authorizeMinter: { ...signs, path: '/api/xumm/authorize_minter' },

  reportContent: { ...saves, path: '/api/nft/report' },
  syncNft: { ...asks, path: '/api/nft/sync' },
  getNftSync: { ...get, path: '/api/nft/sync' },
  retryMetadata: { method: 'POST', path: '/api/nft/metadata' },
  syncCollection: { ...asks, path: '/api/collection/sync' },
  manualSyncCollection: { ...asks, path: '/api/collection/manual_sync' },
  getCollectionSync: { ...get, path: '/api/collection/sync' },

  getOverview: { ...get, path: '/api/admin/overview' },
  getAudit: { ...get, path: '/api/admin/audit' },
  verifyCollection: { ...saves, path: '/api/admin/verify_collection' },
  featureCollection: { ...saves, path: '/api/admin/set_featured_collection' },
  decideContent: { ...saves, path: '/api/admin/decide_adult_content' },
  featureNft: { ...saves, path: '/api/admin/set_featured_nft' },
  setRoom: { ...saves, path: '/api/admin/set_room' },
  retryPin: { ...saves, path: '/api/admin/retry_pin' },
} as const satisfies Record<string, Route>
