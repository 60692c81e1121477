import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Wallet } from 'xrpl'
import { asJson } from '#local/lib/rpc.ts'
import { localVapid } from '#local/push/credentials.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { genesisAccount } from '#local/stack/people.ts'
import { type Session, uuidOf } from '#tests/support/api.ts'
import { issueSession } from '#tests/support/issue-session.ts'
import { connectOnPage, pageCalls, signedBlob } from '#tests/support/page-wallet.ts'
import { png } from '#tests/support/media-files.ts'
import { everyCase, sampleOf } from '#tests/support/sample.ts'
import { drawable } from '#tests/support/shop.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { cidOf } from '#worker/domain/media/cid.ts'
import { nftokenFlags, tfSellNFToken } from '#contract/rules/ledger.ts'
import { type OperationName, operations } from '#contract/operations.ts'
import type { Operation } from '#contract/operations/operation.ts'
import { words } from './creating.ts'
import { indexed, ledgerSeconds, offerIndexed, openForBusiness } from './helpers.ts'
import { hoursFromNow, minutesFromNow } from '#tests/support/state.ts'

/** `admin` is one of ADMIN_ACCOUNTS; `stale` is the marketplace owner with a sign-in more than an hour old. */
const roles = ['visitor', 'stranger', 'owner', 'issuer', 'marketplace', 'admin', 'stale'] as const
type Role = (typeof roles)[number]

const allRoles = roles
const connected: readonly Role[] = roles.filter((role) => role !== 'visitor')
const issuer: readonly Role[] = ['issuer']
const owner: readonly Role[] = ['owner']
const marketplace: readonly Role[] = ['marketplace', 'admin']
/** Roles that act only on their own account. */
const collectors: readonly Role[] = ['stranger', 'owner', 'admin']
const but = (...left: Role[]): readonly Role[] => connected.filter((role) => !left.includes(role))

interface Ask {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  form?: Record<string, string | Blob>
}

/** The roles that may make the call, and the call itself: on a collection, item or token of another account. */
interface Row {
  who: readonly Role[]
  ask: (role: Role) => Ask | Promise<Ask>
  /** Replaces the role's session. */
  as?: (role: Role) => Promise<Session | undefined>
}

let world: TestWorld
const accounts = new Map<Role, DemoAccount>()
const sessions = new Map<Role, Session>()
let pageSession: Session
let token = ''
let offer = ''
let bid = ''
let auctionedToken = ''
let lotOffer = ''
let upload: (by: Role) => Promise<string>
let expiration = 0
let serial = 0

/** Returns the account that a role names in the body. A visitor names the stranger's account. */
const accountOf = (role: Role) => accounts.get(role === 'visitor' ? 'stranger' : role)?.address ?? ''

beforeAll(async () => {
  const { classicAddress, seed = '' } = Wallet.generate()
  const admin: DemoAccount = { name: 'admin', role: 'collector', address: classicAddress, seed }
  world = await createTestWorld({ batch: true, bindings: { ADMIN_ACCOUNTS: ` ${admin.address}, ` } })
  await world.ledger.run(genesisAccount, {
    TransactionType: 'Payment',
    Destination: admin.address,
    Amount: '1000000000',
  })
  world.signer.accounts.push(admin)
  world.signer.accounts.push(world.marketplace)
  const stranger = await world.fund('stranger')
  const collector = await world.fund('owner')
  const artist = await world.fund('issuer')
  const people: [Role, DemoAccount][] = [
    ['stranger', stranger],
    ['owner', collector],
    ['issuer', artist],
    ['marketplace', world.marketplace],
    ['admin', admin],
    ['stale', world.marketplace],
  ]
  for (const [role, account] of people) {
    accounts.set(role, account)
    if (role !== 'stale') sessions.set(role, await world.connect(account))
  }
  pageSession = await connectOnPage(world, stranger)
  sessions.set('stale', await issued(world.marketplace.address, new Date(Date.now() - 7_200_000)))
  await openForBusiness(world)
  // Mutable and transferable, so that the owner could buy it.
  token = await world.mint(artist, {
    taxon: 50,
    flags: nftokenFlags.transferable + nftokenFlags.mutable,
    uri: 'ipfs://x',
  })
  auctionedToken = await world.mint(artist, { taxon: 50, flags: nftokenFlags.transferable, uri: 'ipfs://y' })
  for (const id of [token, auctionedToken]) {
    const gift = await world.list(artist, id, 0n, { destination: collector.address })
    await world.run(collector, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
  }
  expiration = (await ledgerSeconds(world)) + 100_000
  const toMarket = { destination: world.marketplace.address }
  bid = await world.bid(stranger, collector.address, token, 4_000_000n, toMarket)
  lotOffer = await world.list(collector, auctionedToken, 5_000_000n, { ...toMarket, expiration })
  offer = await world.list(collector, token, 0n, { destination: stranger.address })
  await world.run(artist, {
    TransactionType: 'AccountSet',
    SetFlag: 10,
    NFTokenMinter: world.marketplace.address,
  })
  await indexed(world, auctionedToken)
  await offerIndexed(world, offer)
  await world.addAuction({
    offer_id: lotOffer,
    nft_id: auctionedToken,
    seller: collector.address,
    start_amount: '"5000000"',
    ends_at: new Date(Date.now() + 5 * 3_600_000),
    state: 'running',
  })
  upload = async (by) => {
    const session = sessions.get(by)
    const reply = await world.call('/api/uploads', {
      body: { use: 'display', bytes: 10 },
      ...(session === undefined ? {} : { session }),
    })
    return String(reply.body['id'])
  }
})
afterAll(() => world.close())

/** Returns a session signed at this time, without a wallet. */
async function issued(address: string, signedAt = new Date()): Promise<Session> {
  const secret = world.stack.bindings['SESSION_SECRET'] ?? ''
  const token = await issueSession({ secret, origin: world.url, query: world.query }, address, signedAt)
  const account = [...accounts.values()].find((one) => one.address === address) ?? world.marketplace
  return { account, token, userToken: null }
}

/** Creates a new collection of the issuer for each try, so that tries are independent. */
async function collection(more: { announced?: boolean; random?: boolean } = {}): Promise<string> {
  serial += 1
  const id = `try-${serial}`
  await world.addCollection({
    id,
    issuer: accountOf('issuer'),
    taxon: 1000 + serial,
    name: id,
    thumbnail_cid: 'bafy',
    on_demand_mint: true,
    random: more.random ?? false,
    announced: more.announced ?? true,
    added_at: new Date(),
  })
  return id
}

const storedCid = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'

/** Creates an item for sale in a new collection. */
async function item(random = false, collectionId?: string): Promise<{ id: string; collectionId: string }> {
  if (collectionId === undefined) return item(random, await collection({ random }))
  const id = crypto.randomUUID()
  const content = {
    name: 'x',
    description: '',
    image: null,
    animation: null,
    attachment: null,
    collection: null,
  }
  await world.addItem({
    id,
    collection_id: collectionId,
    issuer: accountOf('issuer'),
    taxon: 1000 + serial,
    metadata: JSON.stringify({ ...content, attributes: [] }),
    document: '{}',
    metadata_cid: storedCid,
    hidden: random,
    price_drops: 1_000_000,
  })
  return { id, collectionId }
}

/** Creates an edition on sale in a new collection. */
async function edition(): Promise<string> {
  const collectionId = await collection()
  const id = crypto.randomUUID()
  const tokenJson = { name: 'x', description: 'x', image: `ipfs://${storedCid}`, attributes: [] }
  await world.addRow('editions', {
    id,
    collection_id: collectionId,
    issuer: accountOf('issuer'),
    taxon: 1000 + serial,
    transfer_fee: 0,
    flags: nftokenFlags.transferable,
    name: 'x',
    token_json: JSON.stringify(tokenJson),
    metadata: JSON.stringify({
      ...tokenJson,
      image: null,
      animation: null,
      attachment: null,
      collection: null,
    }),
    files: '[]',
    prints: 3,
    state: 'running',
  })
  await world.addRow('edition_phases', {
    edition_id: id,
    position: 0,
    starts_at: minutesFromNow(-10),
    price_drops: 1_000_000,
    per_account: 0,
    audience: 'everyone',
  })
  return id
}

const laterPhase = () => [
  {
    startsAt: hoursFromNow(48).toISOString(),
    endsAt: null,
    priceDrops: '1000000',
    decline: null,
    perAccount: 1,
    audience: 'everyone',
    holdersOf: null,
  },
]

let drawn: Promise<string> | null = null

/** Returns a collection that every role may draw from. */
function drawnCollection(): Promise<string> {
  drawn ??= (async () => {
    const { collectionId } = await item(true)
    for (const _ of collectors) await item(true, collectionId)
    await drawable(world, collectionId)
    return collectionId
  })()
  return drawn
}

/** Creates a random collection whose seeds exist, but which has no epoch yet. */
async function undrawnCollection(): Promise<string> {
  const { collectionId } = await item(true, await collection({ random: true, announced: false }))
  await world.cron()
  return collectionId
}

/** Creates a swap that the stranger proposes to the owner; with `agreed`, the owner has signed it. */
async function swap(agreed = false): Promise<string> {
  const id = crypto.randomUUID()
  const signed = {
    state: 'agreed',
    agreed_until: minutesFromNow(10),
    batch: JSON.stringify({ TransactionType: 'Batch', Sequence: 9_999_999 }),
  }
  await world.addSwap({
    id,
    proposer: accountOf('stranger'),
    partner: accountOf('owner'),
    gives: [auctionedToken],
    gets: [token],
    handed_out_at: new Date(),
    ...(agreed ? signed : {}),
  })
  return id
}

/** Creates an open standing bid of the owner. */
async function standingBid(): Promise<string> {
  const id = crypto.randomUUID()
  await world.addStandingBid({ id, bidder: accountOf('owner') })
  return id
}

/** Creates a sale of the owner that waits for the stranger. */
async function bidSale(): Promise<string> {
  const id = crypto.randomUUID()
  await world.removeRows('bid_sales', { seller: accountOf('owner') })
  await world.addBidSale({ id, bidder: accountOf('stranger'), seller: accountOf('owner'), nft_ids: [token] })
  return id
}

const picture = () => new Blob([png(6, 4)])
const profile = () => ({
  name: 'x',
  description: 'x',
  role: 'true',
  links: '{}',
  avatarFile: picture(),
  backgroundFile: picture(),
})
const created = () => ({ metadata: words(), royalty: '0', thumbnailFile: picture() })
const collectionForm = () => ({
  name: 'x',
  description: 'x',
  royalty: '0',
  links: '{}',
  thumbnailFile: picture(),
})

const nothing = { ask: () => ({}) }
const ofCollection = async () => ({ query: { id: await collection() } })
const ofToken = () => ({ query: { id: token } })
const ofAccount = () => ({ query: { account: accountOf('issuer') } })
const named = async () => ({ body: { collectionID: await collection() } })

/** Creates a webhook of the role's account, with an address where no server listens. */
async function webhook(role: Role): Promise<string> {
  const id = crypto.randomUUID()
  await world.addRow('webhooks', {
    id,
    account: accountOf(role),
    url: `http://127.0.0.1:1/${id}`,
    scope: 'account',
    kinds: ['sold'],
    since: 0,
  })
  return id
}

async function apiKey(role: Role): Promise<string> {
  const id = crypto.randomUUID()
  await world.addRow('api_keys', { id, account: accountOf(role), name: 'mine' })
  return id
}

/** Creates a request of the stranger from a page with its own wallet. */
async function pageRequest(): Promise<string> {
  serial += 1
  const request = await world.call('/api/xumm/trust_line', {
    session: pageSession,
    headers: { prefer: 'respond-async' },
    // A signed trust line cannot be requested again.
    body: { currency: `P${serial.toString(36).padStart(2, '0')}`, issuer: accountOf('issuer') },
  })
  return String(asJson(request.body['data'])['uuid'])
}

const listing = (role: Role, id: string) => ({
  TransactionType: 'NFTokenCreateOffer',
  Account: accountOf(role),
  NFTokenID: id,
  Amount: '1000000',
  Flags: tfSellNFToken,
})

/** Every operation of the contract needs a row, or the file does not compile. */
const table: Record<OperationName, Row> = {
  getFeaturedNfts: { who: allRoles, ...nothing },
  getRoom: { who: allRoles, ...nothing },
  getFeaturedCollections: { who: allRoles, ...nothing },
  getAuctions: { who: allRoles, ...nothing },
  getTrendingCollections: { who: allRoles, ...nothing },
  getCollections: { who: allRoles, ...nothing },
  getCollection: { who: allRoles, ask: ofCollection },
  getCollectionNfts: { who: allRoles, ask: ofCollection },
  getCollectionFacets: { who: allRoles, ask: ofCollection },
  getCollectionHistory: { who: allRoles, ask: ofCollection },
  getFigures: { who: allRoles, ask: ofCollection },
  getSales: { who: allRoles, ask: ofCollection },
  getOwners: { who: allRoles, ask: ofCollection },
  getPriceHistory: { who: allRoles, ask: ofToken },
  getOEmbed: { who: allRoles, ask: () => ({ query: { url: `${world.url}/nft/${token}` } }) },
  search: { who: allRoles, ask: () => ({ query: { query: 'x' } }) },
  suggest: { who: allRoles, ask: () => ({ query: { query: 'x' } }) },
  getNft: { who: allRoles, ask: ofToken },
  getXrpPrice: { who: allRoles, ...nothing },
  getNews: { who: allRoles, ...nothing },
  getPermanence: { who: allRoles, ask: ofToken },
  getRelatedWorks: { who: allRoles, ask: ofToken },
  getMarketplaceOwner: { who: allRoles, ...nothing },
  getSettings: { who: allRoles, ...nothing },
  getHealth: { who: allRoles, ...nothing },
  getEvents: { who: allRoles, ask: () => ({ query: { topics: `work:${token}` } }) },
  getAccountNfts: { who: allRoles, ask: ofAccount },
  getAccountOffers: { who: allRoles, ask: ofAccount },
  getAccountHistory: { who: allRoles, ask: ofAccount },
  getPortfolio: { who: allRoles, ask: ofAccount },
  getAccountCollections: { who: allRoles, ask: ofAccount },
  getProfile: { who: allRoles, ask: ofAccount },
  getVerifiedRandom: { who: allRoles, ...nothing },
  getNftSync: { who: allRoles, ask: ofToken },
  retryMetadata: {
    who: allRoles,
    ask: async () => {
      // Tries must be at least one minute apart.
      await world.changeToken(token, { metadata_tried_at: new Date(Date.now() - 61_000) })
      return { body: { id: token } }
    },
  },
  getCollectionSync: { who: allRoles, ask: ofCollection },
  getBuyingRules: { who: allRoles, ask: ofCollection },
  getDraws: { who: allRoles, ask: ofCollection },
  getDrawEpochs: { who: allRoles, ask: ofCollection },
  getDrawAnchors: { who: allRoles, ask: ofCollection },
  connectWallet: { who: allRoles, ...nothing },
  checkCart: {
    who: allRoles,
    ask: () => ({ body: { items: [{ nftokenID: token, sellOfferIndex: null, expectedAmount: '1' }] } }),
  },

  checkWatched: { who: allRoles, ask: () => ({ body: { items: [{ kind: 'nft', id: token }] } }) },

  // A request of the stranger: only that account may read its state.
  checkSignRequest: {
    who: ['stranger'],
    ask: async () => {
      const stranger = sessions.get('stranger')
      const request = await world.call('/api/xumm/trust_line', {
        ...(stranger === undefined ? {} : { session: stranger }),
        headers: { prefer: 'respond-async' },
        body: { currency: 'USD', issuer: accountOf('issuer') },
      })
      return { params: { uuid: uuidOf(request) } }
    },
  },

  // A request that the stranger's page passes to its wallet.
  openSignRequest: {
    who: ['stranger'],
    ask: async () => ({ params: { uuid: await pageRequest() }, body: {} }),
  },
  handInSignature: {
    who: ['stranger'],
    ask: async () => {
      const uuid = await pageRequest()
      const { body } = await pageCalls(world, { session: pageSession }).open(uuid)
      return { params: { uuid }, body: { blob: signedBlob(asJson(body['txjson']), pageSession.account) } }
    },
  },
  declineSignature: {
    who: ['stranger'],
    ask: async () => ({ params: { uuid: await pageRequest() }, body: {} }),
  },

  // Operations on the caller's own account, open to every connected role.
  // `stale` is a session of the marketplace account, which has a profile by then.
  createProfile: { who: but('stale'), ask: () => ({ form: profile() }) },
  editProfile: { who: connected, ask: () => ({ form: profile() }) },
  follow: { who: but('issuer'), ask: () => ({ body: { followee: accountOf('issuer') } }) },
  unfollow: { who: connected, ask: () => ({ body: { followee: accountOf('issuer') } }) },
  getNotifications: { who: connected, ...nothing },
  getUnread: { who: connected, ...nothing },
  readNotifications: { who: connected, ask: () => ({ body: { id: 1 } }) },
  getNotificationSettings: { who: connected, ...nothing },
  setNotificationSettings: { who: connected, ask: () => ({ body: { off: ['airdrop'], silent: [] } }) },
  addPushDevice: {
    who: connected,
    ask: () => ({
      body: {
        endpoint: `${world.stack.push.url}/push/x`,
        keys: {
          p256dh: localVapid.publicKey,
          auth: Buffer.alloc(16).toString('base64url'),
        },
      },
    }),
  },
  removePushDevice: { who: connected, ask: () => ({ body: { endpoint: `${world.stack.push.url}/push/x` } }) },
  getWatchlist: { who: connected, ...nothing },
  watch: {
    who: connected,
    ask: () => ({ body: { items: [{ kind: 'nft', id: token, price: null, at: new Date().toISOString() }] } }),
  },
  unwatch: { who: connected, ask: () => ({ body: { items: [{ kind: 'nft', id: token }] } }) },
  getApiKeys: { who: connected, ...nothing },
  createApiKey: {
    who: connected.filter((role) => role !== 'stale'),
    ask: () => ({ body: { id: crypto.randomUUID(), name: 'a program' } }),
  },
  endApiKey: { who: connected, ask: async (role) => ({ body: { id: await apiKey(role) } }) },
  getWebhooks: { who: connected, ...nothing },
  createWebhook: {
    who: connected,
    ask: () => ({
      body: { url: `http://127.0.0.1:1/${crypto.randomUUID()}`, scope: 'account', kinds: ['sold'] },
    }),
  },
  getDeliveries: { who: connected, ask: async (role) => ({ query: { id: await webhook(role) } }) },
  changeWebhook: {
    who: connected,
    ask: async (role) => ({ body: { id: await webhook(role), state: 'off' } }),
  },
  removeWebhook: { who: connected, ask: async (role) => ({ body: { id: await webhook(role) } }) },
  testWebhook: { who: connected, ask: async (role) => ({ body: { id: await webhook(role) } }) },
  getBalance: { who: connected, ...nothing },
  getStatement: { who: connected, ask: () => ({ query: { year: '2026' } }) },
  askStatement: { who: connected, ask: () => ({ body: { year: 2026 } }) },
  getEligibility: { who: connected, ...nothing },
  getTrustLine: { who: connected, ask: () => ({ query: { currency: 'USD', issuer: accountOf('issuer') } }) },
  setTrustLine: {
    who: but('issuer'),
    ask: () => ({ body: { currency: 'USD', issuer: accountOf('issuer') } }),
  },
  getDeadOffers: { who: connected, ...nothing },
  getSigning: { who: connected, ...nothing },
  setSigning: { who: connected, ask: () => ({ body: { canSignBatch: true } }) },
  signOut: {
    who: connected,
    ask: () => ({ body: {} }),
    // Ends a separate session, so that the role's session continues.
    as: async (role) => (role === 'visitor' ? undefined : issued(accountOf(role))),
  },
  getMinter: { who: connected, ...nothing },
  // The issuer has already authorized the marketplace, which cannot authorize itself.
  authorizeMinter: { who: collectors, ask: () => ({ body: {} }) },
  getSwaps: { who: connected, ...nothing },
  getSwap: { who: allRoles, ask: async () => ({ query: { id: await swap() } }) },
  endSwap: { who: ['stranger', 'owner'], ask: async () => ({ body: { id: await swap() } }) },
  revokeSwap: { who: owner, ask: async () => ({ body: { id: await swap(true) } }) },
  // Batches are disabled in this world, so no call results in a signature.
  proposeSwap: {
    who: [],
    ask: () => ({ body: { partner: accountOf('issuer'), gives: [token], gets: [auctionedToken] } }),
  },
  placeStandingBid: {
    who: [],
    ask: async () => ({ body: { collectionID: await collection(), priceDrops: '1000000', works: 1 } }),
  },
  endStandingBid: { who: ['owner'], ask: async () => ({ body: { id: await standingBid() } }) },
  sellIntoBid: { who: [], ask: async () => ({ body: { id: await standingBid(), nftokenIDs: [token] } }) },
  completeBidSale: { who: [], ask: async () => ({ body: { id: await bidSale() } }) },
  endBidSale: { who: ['stranger', 'owner'], ask: async () => ({ body: { id: await bidSale() } }) },
  revokeBidSale: { who: owner, ask: async () => ({ body: { id: await bidSale() } }) },
  releaseBidTickets: { who: [], ask: () => ({ body: {} }) },
  getCollectionBids: { who: allRoles, ask: ofCollection },
  getWorkBid: { who: allRoles, ask: ofToken },
  getBidSale: { who: allRoles, ask: async () => ({ query: { id: await bidSale() } }) },
  getBidWorks: { who: connected, ask: async () => ({ query: { id: await standingBid() } }) },
  getBidMinimum: { who: connected, ...nothing },
  setBidMinimum: { who: connected, ask: () => ({ body: { percent: null } }) },
  getOwnBids: { who: connected, ...nothing },
  agreeToSwap: { who: [], ask: async () => ({ body: { id: await swap() } }) },
  completeSwap: { who: [], ask: async () => ({ body: { id: await swap() } }) },
  getPayouts: { who: connected, ...nothing },
  setPayoutTag: { who: but('stale'), ask: () => ({ body: { destinationTag: 7 } }) },
  pinMedia: { who: connected, ask: () => ({ form: { mediaFile: picture() } }) },
  getPins: { who: connected, ...nothing },
  beginUpload: { who: connected, ask: () => ({ body: { use: 'display', bytes: 10 } }) },
  mintNft: { who: connected, ask: () => ({ form: { ...created(), taxon: '7' } }) },
  // Uses the picture of the previous mint.
  mintNfts: {
    who: connected,
    ask: async () => {
      const { thumbnailFile: _file, ...rest } = created()
      const row = { ...rest, taxon: '7', thumbnailCid: await cidOf(png(6, 4)) }
      return { body: { rows: [1, 2].map(() => ({ ...row, rowKey: crypto.randomUUID() })) } }
    },
  },
  addCollection: {
    who: connected,
    ask: () => ({ form: { ...collectionForm(), taxon: String(5000 + (serial += 1)) } }),
  },

  // An upload of the stranger.
  signUploadParts: {
    who: ['stranger'],
    ask: async () => ({ params: { id: await upload('stranger') }, body: { numbers: [1] } }),
  },
  getUpload: { who: ['stranger'], ask: async () => ({ params: { id: await upload('stranger') } }) },
  // The upload's parts are missing, so it cannot be completed. Only its owner learns this.
  completeUpload: {
    who: [],
    ask: async () => ({
      params: { id: await upload('stranger') },
      body: { parts: [{ number: 1, etag: 'x' }] },
    }),
  },
  cancelUpload: {
    who: ['stranger'],
    ask: async () => ({ params: { id: await upload('stranger') }, body: {} }),
  },

  // On the token that the owner has bought.
  requestTransaction: {
    who: owner,
    ask: (role) => ({
      body: { txjson: { TransactionType: 'NFTokenBurn', Account: accountOf(role), NFTokenID: token } },
    }),
  },
  confirmBid: { who: ['stranger'], ask: () => ({ body: { buyOfferIndex: bid } }) },
  acceptBid: { who: owner, ask: () => ({ body: { nftokenID: token, buyOfferIndex: bid } }) },
  listManyForSale: {
    who: owner,
    ask: (role) => ({ body: { rows: [token, auctionedToken].map((id) => listing(role, id)) } }),
  },
  changePrices: {
    who: owner,
    ask: (role) => ({ body: { rows: [{ txjson: listing(role, token), replaces: [offer] }] } }),
  },
  runAuction: {
    who: owner,
    ask: (role) => ({
      body: {
        txjson: {
          TransactionType: 'NFTokenCreateOffer',
          Account: accountOf(role),
          NFTokenID: token,
          Amount: '1000000',
          Destination: world.marketplace.address,
          Expiration: expiration,
          Flags: tfSellNFToken,
        },
      },
    }),
  },
  bidAtAuction: {
    who: ['stranger', 'issuer', 'admin'],
    ask: (role) => ({
      body: {
        txjson: {
          TransactionType: 'NFTokenCreateOffer',
          Account: accountOf(role),
          NFTokenID: auctionedToken,
          Owner: accountOf('owner'),
          Amount: '9000000',
          Destination: world.marketplace.address,
          Expiration: expiration,
          Flags: 0,
        },
      },
    }),
  },
  // The token is not listed: the offer of an auction cannot be bought.
  buyNow: { who: [], ask: () => ({ body: { nftokenID: auctionedToken } }) },
  buyCart: {
    who: [],
    ask: () => ({
      body: { items: [{ nftokenID: auctionedToken, sellOfferIndex: null, expectedAmount: '1' }] },
    }),
  },
  reportContent: { who: connected, ask: () => ({ body: { id: token } }) },
  syncNft: { who: owner, ask: () => ({ body: { id: token } }) },
  keepCopy: { who: owner, ask: () => ({ body: { id: token } }) },
  updateNft: { who: issuer, ask: () => ({ form: { ...created(), nftokenID: token } }) },

  // On the issuer's collection and items.
  editCollection: {
    who: issuer,
    ask: async () => ({ form: { ...collectionForm(), collectionID: await collection() } }),
  },
  getPrivateInfo: { who: issuer, ask: named },
  announceCollection: {
    who: issuer,
    ask: async () => ({ body: { collectionID: await collection({ announced: false }) } }),
  },
  cancelAllOffers: { who: issuer, ask: named },
  startDrawEpoch: {
    who: issuer,
    ask: async () => ({ body: { collectionID: await undrawnCollection() } }),
  },
  setWhitelist: {
    who: issuer,
    ask: async () => ({ body: { collectionID: await collection(), whitelist: '' } }),
  },
  setBlacklist: {
    who: issuer,
    ask: async () => ({ body: { collectionID: await collection(), blackList: '' } }),
  },
  removeCollection: { who: ['issuer', 'marketplace', 'admin'], ask: named },
  syncCollection: { who: ['issuer', 'marketplace', 'admin', 'stale'], ask: named },
  manualSyncCollection: { who: ['issuer', 'marketplace', 'admin', 'stale'], ask: named },
  // The collection has no promo code, so every role gets the same refusal.
  validatePromoCode: {
    who: [],
    ask: async () => ({ body: { collectionID: await collection(), promoCode: 'x' } }),
  },
  addDemandItem: {
    who: issuer,
    ask: async () => {
      await collection()
      return { form: { ...created(), taxon: String(1000 + serial) } }
    },
  },
  addEdition: {
    who: issuer,
    ask: async () => {
      await collection()
      return {
        form: { ...created(), taxon: String(1000 + serial), phases: JSON.stringify(laterPhase()) },
      }
    },
  },
  changeEdition: {
    who: issuer,
    ask: async () => ({ body: { edition: await edition(), state: 'paused' } }),
  },
  setSplit: {
    who: issuer,
    ask: async () => ({ body: { collectionID: await collection(), payees: [] } }),
  },
  // No caller is a payee of the edition.
  agreeToSplit: { who: [], ask: async () => ({ body: { split: await edition() } }) },
  getRevenue: { who: issuer, ask: async () => ({ query: { id: await collection() } }) },
  getRevenueSales: { who: issuer, ask: async () => ({ query: { id: await collection() } }) },
  buyPrint: {
    who: collectors,
    ask: async () => ({ body: { edition: await edition(), expectedAmount: '1000000' } }),
  },
  getEdition: { who: allRoles, ask: async () => ({ query: { id: await edition() } }) },
  getEditionReport: { who: issuer, ask: async () => ({ query: { id: await edition() } }) },
  getEditionSales: { who: issuer, ask: async () => ({ query: { id: await edition() } }) },
  getEditions: { who: allRoles, ...nothing },
  priceDemandItem: {
    who: issuer,
    ask: async () => ({ body: { nftDatabaseID: (await item()).id, amount: '2000000' } }),
  },
  removeDemandItem: { who: issuer, ask: async () => ({ body: { nftDatabaseID: (await item()).id } }) },
  // Callers only see their own reservation.
  getBuyerProblem: { who: connected, ask: ofCollection },
  getReservation: { who: connected, ask: async () => ({ query: { id: (await item()).id } }) },
  getOwnDemandItem: { who: issuer, ask: async () => ({ query: { id: (await item(true)).id } }) },
  buyOnDemand: {
    who: collectors,
    ask: async () => ({ body: { nftDatabaseID: (await item()).id } }),
  },
  buyRandom: {
    who: collectors,
    ask: async () => ({ body: { collection_id: await drawnCollection() } }),
  },

  // For the marketplace owner with a sign-in within the last hour.
  getOverview: { who: marketplace, ...nothing },
  verifyCollection: {
    who: marketplace,
    ask: async () => ({ body: { collectionID: await collection(), verification: true } }),
  },
  featureCollection: {
    who: marketplace,
    ask: async () => ({ body: { collectionID: await collection(), featured: true } }),
  },
  getAudit: { who: marketplace, ...nothing },
  retryPin: {
    who: marketplace,
    ask: async () => {
      await world.addFailedPin(storedCid)
      return { body: { cid: storedCid } }
    },
  },
  decideContent: { who: marketplace, ask: () => ({ body: { id: token, adult: false } }) },
  setRoom: {
    who: marketplace,
    ask: () => ({ body: { artist: world.marketplace.address, text: 'Nights.', works: [] } }),
  },
  featureNft: { who: marketplace, ask: () => ({ body: { nftokenID: token, featured: true } }) },
}

interface Answer {
  status: number
  text: string
  succeeded: boolean
  code: string | null
}

async function send(name: OperationName, ask: Ask, session: Session | undefined): Promise<Answer> {
  const { method, path }: Operation = operations[name]
  const filled = path.replace(/\{(\w+)\}/g, (_, part: string) => ask.params?.[part] ?? '')
  const url = `${world.url}${filled}?${new URLSearchParams(ask.query).toString()}`
  const headers = new Headers({ prefer: 'respond-async' })
  if (session !== undefined) headers.set('authorization', `Bearer ${session.token}`)
  if (ask.body !== undefined) headers.set('content-type', 'application/json')
  const form = ask.form === undefined ? null : new FormData()
  for (const [field, value] of Object.entries(ask.form ?? {})) form?.append(field, value)
  const reply = await fetch(url, {
    method,
    headers,
    body: form ?? (ask.body === undefined ? null : JSON.stringify(ask.body)),
  })
  const text = await reply.text()
  const body: unknown = JSON.parse(text)
  const failed = Reflect.get(Object(body), 'status') === 'failed' || body === 'not owner'
  const code: unknown = Reflect.get(Object(body), 'code')
  return {
    status: reply.status,
    text,
    succeeded: reply.ok && !failed,
    code: typeof code === 'string' ? code : null,
  }
}

/**
 * Returns the first role that may make the call, and the first that may not. Old sign-ins have their own tests below,
 * and visitors have a unit test.
 */
const sampleOfRoles = (who: readonly Role[]): readonly Role[] =>
  roles.filter(
    (role) =>
      role === connected.find((one) => who.includes(one)) ||
      role === connected.find((one) => one !== 'stale' && !who.includes(one)),
  )

const names = Object.keys(table).filter((name): name is OperationName => name in operations)
const isFresh = (name: OperationName) => 'fresh' in operations[name]

describe('every call in every role', () => {
  test('has a row', () => {
    expect(names.toSorted()).toEqual(Object.keys(operations).toSorted())
  })

  test.each(names)('%s is allowed to exactly the roles of its row', async (name) => {
    const { who: mayCall, ask, as } = table[name]
    const who = isFresh(name) ? mayCall.filter((role) => role !== 'stale') : mayCall
    const tried = everyCase ? roles : sampleOfRoles(who)
    const succeeded: Role[] = []
    const refusals: string[] = []
    for (const role of tried) {
      const session = as === undefined ? sessions.get(role) : await as(role)
      const answer = await send(name, await ask(role), session)
      if (answer.succeeded) succeeded.push(role)
      else if (answer.status >= 500 || answer.code === 'malformed_json')
        refusals.push(`${role}: ${answer.text}`)
      else if (who.includes(role)) refusals.push(`${role}: ${answer.text}`)
      const barred = role === 'visitor' && !['none', 'optional'].includes(operations[name].auth)
      if (barred && answer.code !== 'unauthenticated') refusals.push(`${role}: ${answer.text}`)
    }
    expect(refusals).toEqual([])
    expect(succeeded).toEqual(tried.filter((role) => who.includes(role)))
  })
})

describe('a sign-in of more than an hour ago', () => {
  // Actions that can cost money or reveal a secret without a signature of the wallet.
  test('is too old for what a stolen session must not do', () => {
    expect(names.filter(isFresh).toSorted()).toEqual([
      'addDemandItem',
      'addEdition',
      'announceCollection',
      'cancelAllOffers',
      'changeEdition',
      'changeWebhook',
      'createApiKey',
      'createWebhook',
      'decideContent',
      'editCollection',
      'featureCollection',
      'featureNft',
      'getAudit',
      'getOverview',
      'getOwnDemandItem',
      'getPrivateInfo',
      'getWebhooks',
      'manualSyncCollection',
      'priceDemandItem',
      'removeCollection',
      'removeDemandItem',
      'retryPin',
      'setBlacklist',
      'setPayoutTag',
      'setRoom',
      'setSplit',
      'setWhitelist',
      'startDrawEpoch',
      'syncCollection',
      'verifyCollection',
    ])
  })

  // The unit tests check each operation of the table. These tests show that real sessions reach the rule.
  test.each([
    ...sampleOf(names.filter(isFresh), 4),
    ...sampleOf(
      names.filter((name) => !isFresh(name)),
      4,
    ),
  ])('%s requires a recent sign-in only if its row says so', async (name) => {
    const { who, ask } = table[name]
    const role = who.find((one) => one !== 'visitor' && one !== 'stale') ?? 'stranger'
    const codeWith = async (signedAt: Date) => {
      const { status, code } = await send(name, await ask(role), await issued(accountOf(role), signedAt))
      return code === 'fresh_sign_in_required' ? [status, code] : 'not that'
    }
    const anHourAgo = Date.now() - 3_600_000
    expect(await codeWith(new Date(anHourAgo - 5_000))).toEqual(
      isFresh(name) ? [401, 'fresh_sign_in_required'] : 'not that',
    )
    expect(await codeWith(new Date(anHourAgo + 60_000))).toBe('not that')
  })
})

/** Operations whose body names the calling account. */
const claiming = names.filter((name) => 'claims' in operations[name])

test('the settings name the accounts with owner powers and the owner', async () => {
  const { body } = await world.call('/api/marketplace/settings')
  expect([body['owner'], body['admins']]).toEqual([world.marketplace.address, [accountOf('admin')]])
})

describe('the account in a body', () => {
  test('is part of more than 25 operations', () => expect(claiming.length).toBeGreaterThan(25))

  // The unit tests check every operation.
  test.each(sampleOf(claiming, 4))('is refused by %s when it is another account', async (name) => {
    const ask = await table[name].ask('stranger')
    const otherAccount = { account: accountOf('issuer') }
    const changed =
      ask.form === undefined
        ? { ...ask, body: { ...ask.body, ...otherAccount } }
        : { ...ask, form: { ...ask.form, ...otherAccount } }
    const answer = await send(name, changed, sessions.get('stranger'))
    expect([answer.status, answer.code]).toEqual([403, 'account_mismatch'])
  })
})
