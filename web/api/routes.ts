import type { OperationName, Operations } from '#worker/contract/operations.ts'

type Route<N extends OperationName> = Pick<Operations[N], 'method' | 'path'> &
  (Operations[N] extends { failed: true } ? { readonly signs: true } : { readonly signs?: never })

/**
 * Method and path of every operation, checked against the contract's table by type alone, so that none of its
 * schemas is in the bundle. `signs`: the call needs a signature and may be refused by `status: "failed"`.
 */
export const routes: { readonly [N in OperationName]: Route<N> } = {
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
  requestTransaction: { method: 'POST', path: '/api/xumm/transaction', signs: true },
  buyNow: { method: 'POST', path: '/api/nft/buy_now', signs: true },
  getAccountNfts: { method: 'GET', path: '/api/account/nfts' },
  getAccountOffers: { method: 'GET', path: '/api/account/offers' },
  getAccountHistory: { method: 'GET', path: '/api/account/history' },
  getAccountCollections: { method: 'GET', path: '/api/account/collections' },
  getProfile: { method: 'GET', path: '/api/account/profile' },
  createProfile: { method: 'POST', path: '/api/account/profile', signs: true },
  editProfile: { method: 'PUT', path: '/api/account/profile', signs: true },
  follow: { method: 'POST', path: '/api/account/follow', signs: true },
  unfollow: { method: 'POST', path: '/api/account/unfollow', signs: true },
  getEligibility: { method: 'GET', path: '/api/account/eligibility' },
  getVerifiedRandom: { method: 'GET', path: '/api/collection/verified_random' },
  syncNft: { method: 'POST', path: '/api/nft/sync' },
  getNftSync: { method: 'GET', path: '/api/nft/sync' },
  syncCollection: { method: 'POST', path: '/api/collection/sync' },
  manualSyncCollection: { method: 'POST', path: '/api/collection/manual_sync' },
  getCollectionSync: { method: 'GET', path: '/api/collection/sync' },
  sellNow: { method: 'POST', path: '/api/nft/sell_now', signs: true },
  runAuction: { method: 'POST', path: '/api/nft/auction/run', signs: true },
  bidAuction: { method: 'POST', path: '/api/nft/auction/bid', signs: true },
  setTrustLine: { method: 'POST', path: '/api/xumm/trust_line', signs: true },
  getTrustLine: { method: 'GET', path: '/api/account/trust_line' },
  getPins: { method: 'GET', path: '/api/ipfs/pins' },
  addNft: { method: 'POST', path: '/api/nft/add', signs: true },
  updateNft: { method: 'POST', path: '/api/nft/update', signs: true },
  beginUpload: { method: 'POST', path: '/api/uploads' },
  signUploadParts: { method: 'POST', path: '/api/uploads/{id}/parts' },
  completeUpload: { method: 'POST', path: '/api/uploads/{id}/complete', signs: true },
  cancelUpload: { method: 'POST', path: '/api/uploads/{id}/cancel', signs: true },
  getDeadOffers: { method: 'GET', path: '/api/account/dead_offers' },
}
