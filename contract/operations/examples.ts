import { tfSellNFToken } from '#contract/rules/ledger.ts'
import type { OperationName } from '#contract/operations.ts'

export interface Example {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  form?: Record<string, string | Blob>
}

const account = 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'
const id = '0'.repeat(64)
const uuid = '00000000-0000-4000-8000-000000000000'
const cid = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const picture = new Blob(['x'])

const metadata = JSON.stringify({
  name: 'Work',
  description: 'One of many.',
  attributes: [{ trait_type: 'Sky', value: 'clear' }],
})
const itemBody = { metadata, royalty: '5', thumbnailFile: picture }
const collection = { name: 'x', description: 'x', royalty: '0', links: '{}', thumbnailFile: picture }
const profile = { name: 'x', description: 'x', links: '{}' }
const offer = { TransactionType: 'NFTokenCreateOffer', Account: account, NFTokenID: id, Amount: '1000000' }

const listing = { ...offer, Flags: tfSellNFToken }
const mint = { metadata, royalty: '5', taxon: '7', thumbnailCid: cid, rowKey: uuid }

const phase = {
  startsAt: '2099-01-01T00:00:00Z',
  endsAt: null,
  priceDrops: '1000000',
  decline: null,
  perAccount: 1,
  audience: 'everyone',
  holdersOf: null,
}

const ofCollection = { query: { id: 'collection' } }
const ofAccount = { query: { account } }
const ofToken = { query: { id } }
const ofItem = { query: { id: uuid } }
const ofUpload = { params: { id: uuid } }
const collectionBody = { body: { collectionID: 'collection' } }

/**
 * An example input for each operation, for the reference and for tests, which check that each one is accepted.
 * Operations that are not listed take no input.
 */
export const examples: Partial<Record<OperationName, Example>> = {
  getCollection: ofCollection,
  getCollectionNfts: ofCollection,
  getCollectionFacets: ofCollection,
  getCollectionHistory: ofCollection,
  getFigures: ofCollection,
  getSales: ofCollection,
  getOwners: ofCollection,
  getPriceHistory: ofToken,
  getCollectionSync: ofCollection,
  getEvents: { query: { topics: 'home' } },
  getBuyingRules: ofCollection,
  getBuyerProblem: ofCollection,
  getDraws: ofCollection,
  getDrawEpochs: ofCollection,
  getDrawAnchors: ofCollection,
  getOEmbed: { query: { url: 'https://opx.example/nft/x' } },
  search: { query: { query: 'midnight' } },
  suggest: { query: { query: 'midn' } },
  getNft: ofToken,
  getPermanence: ofToken,
  getRelatedWorks: ofToken,
  getNftSync: ofToken,
  getAccountNfts: ofAccount,
  getAccountOffers: ofAccount,
  getAccountHistory: ofAccount,
  getAccountCollections: ofAccount,
  getProfile: ofAccount,
  createProfile: { form: profile },
  editProfile: { form: profile },
  follow: { body: { followee: account } },
  unfollow: { body: { followee: account } },
  watch: { body: { items: [{ kind: 'nft', id, price: '1000000', at: '2026-11-23T00:00:00.000Z' }] } },
  unwatch: { body: { items: [{ kind: 'account', id: account }] } },
  createApiKey: { body: { id: uuid, name: 'a program' } },
  endApiKey: { body: { id: uuid } },
  createWebhook: { body: { url: 'https://hooks.example.org/opx', scope: 'account', kinds: ['sold'] } },
  changeWebhook: { body: { id: uuid, state: 'off' } },
  removeWebhook: { body: { id: uuid } },
  testWebhook: { body: { id: uuid } },
  getDeliveries: { query: { id: uuid } },
  readNotifications: { body: { id: 1 } },
  setNotificationSettings: { body: { off: ['airdrop'], silent: [] } },
  addPushDevice: {
    body: {
      endpoint: 'https://push.example.com/x',
      keys: {
        p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
        auth: 'a'.repeat(22),
      },
    },
  },
  removePushDevice: { body: { endpoint: 'https://push.example.com/x' } },
  checkWatched: { body: { items: [{ kind: 'collection', id: 'collection' }] } },
  checkSignRequest: { params: { uuid } },
  openSignRequest: { params: { uuid } },
  handInSignature: { params: { uuid }, body: { blob: '12', network: 'mainnet' } },
  declineSignature: { params: { uuid } },
  signOut: { body: {} },
  setSigning: { body: { canSignBatch: false } },
  getPortfolio: ofAccount,
  getStatement: { query: { year: '2026' } },
  askStatement: { body: { year: 2026 } },
  requestTransaction: {
    body: { txjson: { TransactionType: 'NFTokenBurn', Account: account, NFTokenID: id } },
  },
  buyNow: { body: { nftokenID: id } },
  checkCart: { body: { items: [{ nftokenID: id, sellOfferIndex: null, expectedAmount: '1000000' }] } },
  buyCart: { body: { items: [{ nftokenID: id, sellOfferIndex: null, expectedAmount: '1000000' }] } },
  confirmBid: { body: { buyOfferIndex: id } },
  acceptBid: { body: { nftokenID: id, buyOfferIndex: id } },
  runAuction: { body: { txjson: offer } },
  bidAtAuction: { body: { txjson: offer } },
  setTrustLine: { body: { currency: 'USD', issuer: account } },
  getTrustLine: { query: { currency: 'USD', issuer: account } },
  addDemandItem: { form: { ...itemBody, taxon: '7' } },
  buyOnDemand: { body: { nftDatabaseID: uuid } },
  priceDemandItem: { body: { nftDatabaseID: uuid, amount: '1000000' } },
  removeDemandItem: { body: { nftDatabaseID: uuid } },
  addEdition: { form: { ...itemBody, taxon: '7', phases: JSON.stringify([phase]) } },
  changeEdition: { body: { edition: uuid, state: 'paused' } },
  buyPrint: { body: { edition: uuid, expectedAmount: '1000000' } },
  getEdition: ofItem,
  getEditionReport: ofItem,
  getEditionSales: ofItem,
  setSplit: { body: { collectionID: 'collection', payees: [{ account, perMille: 1000 }] } },
  agreeToSplit: { body: { split: uuid } },
  getRevenue: ofCollection,
  getRevenueSales: ofCollection,
  buyRandom: { body: { collection_id: 'collection' } },
  proposeSwap: { body: { partner: account, gives: [id], gets: ['1'.repeat(64)] } },
  getSwap: ofItem,
  agreeToSwap: { body: { id: uuid } },
  completeSwap: { body: { id: uuid } },
  endSwap: { body: { id: uuid } },
  revokeSwap: { body: { id: uuid } },
  placeStandingBid: { body: { collectionID: 'collection', priceDrops: '1000000', works: 1 } },
  endStandingBid: { body: { id: uuid } },
  sellIntoBid: { body: { id: uuid, nftokenIDs: [id] } },
  completeBidSale: { body: { id: uuid } },
  endBidSale: { body: { id: uuid } },
  revokeBidSale: { body: { id: uuid } },
  releaseBidTickets: { body: {} },
  getCollectionBids: ofCollection,
  getWorkBid: { query: { id } },
  getBidSale: { query: { id: uuid } },
  getBidWorks: { query: { id: uuid } },
  getBidMinimum: {},
  setBidMinimum: { body: { percent: 50 } },
  getReservation: ofItem,
  getOwnDemandItem: ofItem,
  setPayoutTag: { body: { destinationTag: 7 } },
  listManyForSale: { body: { rows: [listing, { ...listing, NFTokenID: '1'.repeat(64) }] } },
  changePrices: { body: { rows: [{ txjson: listing, replaces: [id] }] } },
  mintNfts: { body: { rows: [mint, { ...mint, rowKey: uuid.replace('4', '5') }] } },
  mintNft: { form: { ...itemBody, taxon: '7' } },
  updateNft: { form: { ...itemBody, nftokenID: id } },
  beginUpload: { body: { use: 'display', bytes: 10 } },
  signUploadParts: { ...ofUpload, body: { numbers: [1] } },
  completeUpload: { ...ofUpload, body: { parts: [{ number: 1, etag: 'x' }] } },
  getUpload: ofUpload,
  cancelUpload: { ...ofUpload, body: {} },
  pinMedia: { form: { mediaFile: picture } },
  addCollection: { form: { ...collection, taxon: '7' } },
  editCollection: { form: { ...collection, collectionID: 'collection' } },
  getPrivateInfo: collectionBody,
  removeCollection: collectionBody,
  announceCollection: collectionBody,
  startDrawEpoch: collectionBody,
  cancelAllOffers: collectionBody,
  setWhitelist: { body: { collectionID: 'collection', whitelist: '' } },
  setBlacklist: { body: { collectionID: 'collection', blackList: '' } },
  validatePromoCode: { body: { collectionID: 'collection', promoCode: 'x' } },
  authorizeMinter: { body: {} },
  keepCopy: { body: { id } },
  reportContent: { body: { id } },
  decideContent: { body: { id, adult: true } },
  syncNft: { body: { id } },
  retryMetadata: { body: { id } },
  syncCollection: collectionBody,
  manualSyncCollection: collectionBody,
  verifyCollection: { body: { collectionID: 'collection', verification: true } },
  featureCollection: { body: { collectionID: 'collection', featured: true } },
  featureNft: { body: { nftokenID: id, featured: true } },
  setRoom: { body: { artist: account, text: 'She paints nights.', works: [id, id, id] } },
  retryPin: { body: { cid } },
}
