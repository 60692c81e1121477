/** What a caller must know of an operation. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT'
  /** Path below the origin; `{name}` is a parameter. */
  path: string
  /** Replies have `status`: a refusal by the rules of the market is a 200 with `status: "failed"`, not a problem. */
  hasStatus?: true
  /** The outcome is that of a signature; with `Prefer: respond-async` the reply is a 202 with what to sign. */
  asksForSignature?: true
  /** The body names the account that it is from, and its wallet token in the field of this name. */
  claims?: 'user_token' | 'userToken'
}

const status = { hasStatus: true } as const
const snake = { claims: 'user_token' } as const
const camel = { claims: 'userToken' } as const
const saves = { ...status, ...camel } as const
const acts = { ...status, ...snake } as const
const signs = { ...acts, asksForSignature: true } as const

/** Every call of the API, as plain data: the browser imports this table, and none of the schemas in `operations.ts`. */
export const routes = {
  getFeaturedNfts: { method: 'GET', path: '/api/nft/featured' },
  getFeaturedCollections: { method: 'GET', path: '/api/collection/featured' },
  getAuctions: { method: 'GET', path: '/api/collection/auction' },
  getTrendingCollections: { method: 'GET', path: '/api/collection/trading_top' },
  getCollections: { method: 'GET', path: '/api/collection/list' },
  getCollection: { method: 'GET', path: '/api/collection/info' },
  getCollectionNfts: { method: 'GET', path: '/api/collection/nfts' },
  getCollectionFacets: { method: 'GET', path: '/api/collection/facets' },
  getCollectionHistory: { method: 'GET', path: '/api/collection/history' },
  search: { method: 'GET', path: '/api/marketplace/search' },
  suggest: { method: 'GET', path: '/api/marketplace/suggest' },
  getNft: { method: 'GET', path: '/api/nft' },
  getMarketplaceOwner: { method: 'GET', path: '/api/marketplace/owner' },
  getSettings: { method: 'GET', path: '/api/marketplace/settings' },
  getHealth: { method: 'GET', path: '/api/health' },

  connectWallet: { method: 'GET', path: '/api/xumm/connect' },
  checkSignRequest: { method: 'GET', path: '/api/xumm/check/{uuid}' },
  signOut: { method: 'POST', path: '/api/xumm/sign_out', ...status },
  requestTransaction: { method: 'POST', path: '/api/xumm/transaction', ...signs },

  getAccountNfts: { method: 'GET', path: '/api/account/nfts' },
  getAccountOffers: { method: 'GET', path: '/api/account/offers' },
  getAccountHistory: { method: 'GET', path: '/api/account/history' },
  getAccountCollections: { method: 'GET', path: '/api/account/collections' },
  getProfile: { method: 'GET', path: '/api/account/profile' },
  createProfile: { method: 'POST', path: '/api/account/profile', ...saves },
  editProfile: { method: 'PUT', path: '/api/account/profile', ...saves },
  follow: { method: 'POST', path: '/api/account/follow', ...acts },
  unfollow: { method: 'POST', path: '/api/account/unfollow', ...acts },
  getEligibility: { method: 'GET', path: '/api/account/eligibility' },
  getVerifiedRandom: { method: 'GET', path: '/api/collection/verified_random' },

  buyNow: { method: 'POST', path: '/api/nft/buy_now', ...signs },
  sellNow: { method: 'POST', path: '/api/nft/sell_now', ...signs },
  runAuction: { method: 'POST', path: '/api/nft/auction/run', ...signs },
  bidAuction: { method: 'POST', path: '/api/nft/auction/bid', ...signs },
  setTrustLine: { method: 'POST', path: '/api/xumm/trust_line', ...signs },
  getTrustLine: { method: 'GET', path: '/api/account/trust_line' },
  getDeadOffers: { method: 'GET', path: '/api/account/dead_offers' },

  addDemandItem: { method: 'POST', path: '/api/nft/demand/add', ...acts },
  buyDemandItem: { method: 'POST', path: '/api/nft/demand/buy_now', ...signs },
  priceDemandItem: { method: 'POST', path: '/api/nft/demand/sell_now', ...acts },
  removeDemandItem: { method: 'POST', path: '/api/nft/demand/remove', ...acts },
  buyRandom: { method: 'POST', path: '/api/nft/buy_random', ...signs },
  getBuyingRules: { method: 'GET', path: '/api/collection/buying_rules' },
  getReservation: { method: 'GET', path: '/api/nft/demand/reservation' },
  getOwnDemandItem: { method: 'GET', path: '/api/nft/demand/own' },
  getPayouts: { method: 'GET', path: '/api/account/payouts' },
  setPayoutTag: { method: 'POST', path: '/api/account/payout_tag', ...acts },

  addNft: { method: 'POST', path: '/api/nft/add', ...signs },
  updateNft: { method: 'POST', path: '/api/nft/update', ...signs },
  beginUpload: { method: 'POST', path: '/api/uploads', ...snake },
  signUploadParts: { method: 'POST', path: '/api/uploads/{id}/parts', ...snake },
  completeUpload: { method: 'POST', path: '/api/uploads/{id}/complete', ...acts },
  cancelUpload: { method: 'POST', path: '/api/uploads/{id}/cancel', ...acts },
  pinMedia: { method: 'POST', path: '/api/ipfs/pinMedia', ...saves },
  getPins: { method: 'GET', path: '/api/ipfs/pins' },

  addCollection: { method: 'POST', path: '/api/collection/add', ...saves },
  editCollection: { method: 'POST', path: '/api/collection/edit', ...saves },
  getPrivateInfo: { method: 'POST', path: '/api/collection/private_info', ...camel },
  removeCollection: { method: 'POST', path: '/api/collection/remove', ...saves },
  announceCollection: { method: 'POST', path: '/api/collection/announce', ...saves },
  cancelAllOffers: { method: 'POST', path: '/api/collection/cancelAllOffers', ...saves },
  setWhitelist: { method: 'POST', path: '/api/collection/whitelist', ...saves },
  setBlacklist: { method: 'POST', path: '/api/collection/blacklist', ...saves },
  validatePromoCode: { method: 'POST', path: '/api/collection/promo-validation', ...status },
  getMinter: { method: 'GET', path: '/api/account/minter' },
  authorizeMinter: { method: 'POST', path: '/api/xumm/authorize_minter', ...signs },

  syncNft: { method: 'POST', path: '/api/nft/sync', ...camel },
  getNftSync: { method: 'GET', path: '/api/nft/sync' },
  syncCollection: { method: 'POST', path: '/api/collection/sync', ...camel },
  manualSyncCollection: { method: 'POST', path: '/api/collection/manual_sync', ...camel },
  getCollectionSync: { method: 'GET', path: '/api/collection/sync' },

  getOverview: { method: 'GET', path: '/api/admin/overview' },
  getAudit: { method: 'GET', path: '/api/admin/audit' },
  verifyCollection: { method: 'POST', path: '/api/admin/verify_collection', ...saves },
  featureCollection: { method: 'POST', path: '/api/admin/set_featured_collection', ...saves },
  featureNft: { method: 'POST', path: '/api/admin/set_featured_nft', ...saves },
  retryPin: { method: 'POST', path: '/api/admin/retry_pin', ...saves },
} as const satisfies Record<string, Route>
