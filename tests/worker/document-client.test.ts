import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asJson, type Json } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { png } from '#tests/support/media-files.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { lsfSellNFToken } from '#contract/rules/ledger.ts'
import { cronUntil, openForBusiness } from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'

// A client that is written from the two specification documents alone, with their paths, fields and names. It does not
// import the contract, sends no header except Authorization, and waits for calls that need a signature.

let world: TestWorld
let artist: Client
let buyer: Client
let owner: Client

interface Client {
  account: DemoAccount
  /** `account`, `user_token` and `userToken`, as the documents use them in bodies. */
  names: { account: string; user_token: string; userToken: string }
  get: (path: string, query?: Record<string, string>) => Promise<Json>
  post: (path: string, body: Json) => Promise<Json>
  form: (path: string, fields: Record<string, string | Blob>, method?: 'POST' | 'PUT') => Promise<Json>
  /** Makes a call that needs a signature. The phone signs while the call waits. */
  signed: (call: () => Promise<Json>) => Promise<Json>
}

/** Parses a reply. Statuses 200 to 299 count as success. */
async function replyOf(response: Response): Promise<Json> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`)
  return asJson(JSON.parse(text))
}

async function signWaiting(account: DemoAccount): Promise<void> {
  await expect
    .poll(async () => {
      const requests = await world.waitingRequests(account.address)
      const row = requests.find(({ purpose }) => purpose !== 'sign_in')
      return row === undefined ? false : Boolean(await world.sign(String(row['uuid']), account))
    })
    .toBe(true)
}

async function connect(account: DemoAccount): Promise<Client> {
  const { token, userToken } = await world.connect(account)
  const headers = { authorization: `Bearer ${token}` }
  const { address } = account
  return {
    account,
    names: { account: address, user_token: userToken ?? '', userToken: userToken ?? '' },
    get: async (path, query = {}) =>
      replyOf(await fetch(`${world.url}/${path}?${new URLSearchParams(query)}`, { headers })),
    post: async (path, body) =>
      replyOf(
        await fetch(`${world.url}/${path}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
    form: async (path, fields, method: 'POST' | 'PUT' = 'POST') => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      const request = new Request(`${world.url}/${path}`, { method, headers, body })
      return replyOf(await fetch(request))
    },
    signed: async (call) => {
      const replied = call()
      // A refused call replies without a sign request.
      await Promise.race([replied, signWaiting(account)])
      return replied
    },
  }
}

beforeAll(async () => {
  world = await createTestWorld({ cronOnTimer: true })
  await openForBusiness(world)
  world.signer.accounts.push(world.marketplace)
  artist = await connect(await world.fund('Artist'))
  buyer = await connect(await world.fund('Buyer'))
  owner = await connect(world.marketplace)
})
afterAll(() => world.close())

const picture = () => new Blob([png(6, 4)], { type: 'image/png' })
const list = (reply: Json, name: string): Json[] => {
  const rows = reply[name]
  if (!Array.isArray(rows)) throw new Error(`${name} is no list: ${JSON.stringify(reply)}`)
  return rows.map(asJson)
}
function expectSuccess(reply: Json): void {
  if (reply['status'] !== 'success') throw new Error(`The reply is ${JSON.stringify(reply)}.`)
}
/** Expects every field that the documents list for an entity. */
function expectFields(entity: Json, fields: string): void {
  expect(fields.split(' ').filter((field) => !(field in entity))).toEqual([])
}

const collectionFields =
  '_id name description thumbnail issuer taxon royalty featured verified mutableNFTs random onDemandMint notAnnounced ' +
  'promoCodeEnabled whitelistEnabled blacklistEnabled links floorPrice itemsCount mintCount volume'
const nftFields =
  '_id nftokenID owner issuer sequence nftokenTaxon nft_taxon flags metadata onDemandMint demandPrice floorPrice onAuction rarity ' +
  'collectionInfo sellOffers buyOffers history'
const rowFields =
  '_id nftokenID owner issuer sequence nftokenTaxon flags metadata onDemandMint demandPrice floorPrice onAuction rarity'
const metadataFields = 'name description image image_url animation video attachment attributes collection'

const words = {
  name: 'Moon over water',
  description: 'A night without wind.',
  attributes: [{ trait_type: 'Sky', value: 'clear' }],
}

async function addCollection(taxon: string, more: Record<string, string> = {}): Promise<string> {
  const reply = await artist.form('api/collection/add', {
    ...artist.names,
    thumbnailFile: picture(),
    name: `Still Water ${taxon}`,
    taxon,
    description: 'Water at night.',
    random: 'false',
    royalty: '5',
    links: JSON.stringify({ website: 'https://water.opx.art' }),
    preAnnounce: 'false',
    onDemandMint: 'false',
    mutableNFTs: 'false',
    promoCodeEnabled: 'false',
    promoCode: '',
    ...more,
  })
  expectSuccess(reply)
  return String(reply['data'])
}

const indexedNft = async (id: string, holds: (nft: Json) => boolean): Promise<Json> => {
  let nft: Json = {}
  await cronUntil(world, `the state of ${id}`, async () => {
    nft = asJson((await artist.get('api/nft', { id }))['nft'])
    return holds(nft)
  })
  return nft
}

test('every reading call answers with the entities of the documents', async () => {
  const { owner: marketplace } = await buyer.get('api/marketplace/owner')
  expect(marketplace).toBe(world.marketplace.address)
  for (const path of [
    'api/nft/featured',
    'api/collection/featured',
    'api/collection/auction',
    'api/collection/verified_random',
  ])
    await buyer.get(path)
  for (const days of ['1', '7']) await buyer.get('api/collection/trading_top', { days })
  expectFields(await buyer.get('api/collection/list'), 'list count marker')
  expectFields(await buyer.get('api/marketplace/search', { query: 'water' }), 'collections nfts')
  const { address: account } = artist.account
  expectFields(await buyer.get('api/account/nfts', { account }), 'nfts marker')
  expectFields(
    await buyer.get('api/account/offers', { account }),
    'offers_owned offers_for_own_nfts offers_as_destination',
  )
  await buyer.get('api/account/history', { account })
  await buyer.get('api/account/collections', { account })
  expectFields(
    await buyer.get('api/account/profile', { account }),
    'profile issuedCount ownedCount mintedCount verifiedCount',
  )
})

test('a client creates, edits, follows and unfollows profiles', async () => {
  const fields = {
    ...artist.names,
    avatarFile: picture(),
    backgroundFile: picture(),
    name: 'Mara of the water',
    role: 'true',
    description: 'Paints water.',
    links: JSON.stringify({ website: 'https://mara.opx.art' }),
  }
  expectSuccess(await artist.form('api/account/profile', fields))
  const edited = {
    ...fields,
    avatarFile: 'none',
    backgroundFile: 'none',
    description: 'Paints water, still.',
  }
  expectSuccess(await artist.form('api/account/profile', edited, 'PUT'))
  const { profile } = await buyer.get('api/account/profile', { account: artist.account.address })
  expectFields(asJson(profile), 'name description avatar background role links followers')
  const followee = artist.account.address
  expectSuccess(await buyer.post('api/account/follow', { account: buyer.account.address, followee }))
  expectSuccess(await buyer.post('api/account/unfollow', { account: buyer.account.address, followee }))
})

test('a collection is made, edited, announced and guarded', async () => {
  const id = await addCollection('6', { preAnnounce: 'true' })
  const collection = { ...artist.names, collectionID: id }
  const edited = await artist.form('api/collection/edit', {
    ...collection,
    thumbnailFile: 'none',
    name: 'Still Water',
    description: 'Water at night, and at dawn.',
    random: 'false',
    royalty: '5',
    links: '{}',
    announce: 'false',
    onDemandMint: 'false',
    mutableNFTs: 'false',
    promoCodeEnabled: 'true',
    promoCode: 'first-dawn',
  })
  expectSuccess(edited)
  expect(JSON.stringify(await artist.post('api/collection/private_info', collection))).toContain('first-dawn')
  const promo = (promoCode: string) =>
    buyer.post('api/collection/promo-validation', { collectionID: id, promoCode })
  expectSuccess(await promo('first-dawn'))
  expect(await promo('first-dusk')).not.toMatchObject({ status: 'success' })
  expectSuccess(await artist.post('api/collection/announce', collection))
  await artist.post('api/collection/whitelist', { ...collection, whitelist: { [buyer.account.address]: 3 } })
  await artist.post('api/collection/blacklist', { ...collection, blackList: [owner.account.address] })
})

describe('a work', () => {
  let id: string
  let token: string

  const collection = () => ({ ...artist.names, collectionID: id })

  beforeAll(async () => {
    id = await addCollection('7')
  })

  test('is minted by a form, and is shown with all of its fields', async () => {
    const minted = await artist.signed(() =>
      artist.form('api/nft/add', {
        ...artist.names,
        metadata: JSON.stringify(words),
        taxon: '7',
        royalty: '5',
        transaction_memo: 'a work',
        thumbnailFile: picture(),
      }),
    )
    expectSuccess(minted)
    const { txid } = minted
    token = await tokenOf(String(txid))
    const nft = await indexedNft(token, ({ metadataState }) => metadataState === 'ready')
    expectFields(nft, nftFields)
    expectFields(asJson(nft['metadata']), metadataFields)
    expect(asJson(nft['metadata'])['image']).toMatch(/^\/media\//)
    const rows = list(await buyer.get('api/collection/nfts', { id }), 'nfts')
    for (const row of rows) expectFields(row, rowFields)
    expect(asJson(rows[0]?.['metadata'])['image']).toMatch(/^\/media\//)
    expectFields(
      asJson(
        (await buyer.get('api/collection/info', { id }))['collection'] ??
          (await buyer.get('api/collection/info', { id })),
      ),
      collectionFields,
    )
    expectFields(await buyer.get('api/collection/history', { id }), 'history marker')
  }, 60_000)

  longTest(
    'is listed with one signature, and bought with one',
    async () => {
      const listing = await transaction(artist, {
        TransactionType: 'NFTokenCreateOffer',
        Account: artist.account.address,
        NFTokenID: token,
        Amount: '50000000',
        Destination: world.marketplace.address,
        Flags: lsfSellNFToken,
      })
      expectSuccess(listing)
      expectFields(asJson(asJson(listing['data'])['response']), 'txid dispatched_result')
      const listed = await indexedNft(
        token,
        ({ sellOffers }) => Array.isArray(sellOffers) && sellOffers.length === 1,
      )
      expect(listed['floorPrice']).toBe('50000000')
      expectFields(list(listed, 'sellOffers')[0] ?? {}, 'nft_offer_index owner destination amount expiration')
      const bought = await buyer.signed(() =>
        buyer.post('api/nft/buy_now', {
          ...buyer.names,
          owner: artist.account.address,
          nftokenID: token,
        }),
      )
      expectSuccess(bought)
      await indexedNft(token, (state) => state['owner'] === buyer.account.address)
    },
    60_000,
  )

  longTest(
    'gets a bid, which its owner accepts',
    async () => {
      const { address } = buyer.account
      await transaction(artist, {
        TransactionType: 'NFTokenCreateOffer',
        Account: artist.account.address,
        NFTokenID: token,
        Amount: '60000000',
        Owner: address,
        Destination: world.marketplace.address,
      })
      const bid = await indexedNft(
        token,
        ({ buyOffers }) => Array.isArray(buyOffers) && buyOffers.length === 1,
      )
      const [offer = {}] = list(bid, 'buyOffers')
      const sold = await buyer.signed(() =>
        buyer.post('api/nft/sell_now', {
          ...buyer.names,
          owner: address,
          nftokenID: token,
          buyOfferIndex: offer['nft_offer_index'],
        }),
      )
      expectFields(sold, 'status txid data')
      expectSuccess(sold)
      await indexedNft(token, (state) => state['owner'] === artist.account.address)
    },
    60_000,
  )

  longTest(
    'is auctioned, and gets a bid in the auction',
    async () => {
      const { address } = buyer.account
      const { ledger } = asJson(await ledgerNow())
      const closed = Number(asJson(ledger)['close_time'])
      const auction = await artist.signed(() =>
        artist.post('api/nft/auction/run', {
          user_token: artist.names.user_token,
          txjson: {
            TransactionType: 'NFTokenCreateOffer',
            Account: artist.account.address,
            NFTokenID: token,
            Amount: '10000000',
            Destination: world.marketplace.address,
            Expiration: closed + 72 * 3600,
            Flags: lsfSellNFToken,
          },
        }),
      )
      expectSuccess(auction)
      const lot = await indexedNft(token, ({ onAuction }) => onAuction !== null)
      expectFields(asJson(lot['onAuction']), 'startAmount topBid endsAt')
      const auctionBid = await buyer.signed(() =>
        buyer.post('api/nft/auction/bid', {
          user_token: buyer.names.user_token,
          txjson: {
            TransactionType: 'NFTokenCreateOffer',
            Account: address,
            Owner: artist.account.address,
            NFTokenID: token,
            Amount: '12000000',
            Destination: world.marketplace.address,
            Expiration: closed + 72 * 3600,
          },
        }),
      )
      expectSuccess(auctionBid)
      await indexedNft(token, (state) => asJson(state['onAuction'])['topBid'] !== null)
    },
    60_000,
  )

  test('is synced, freed of its offers and burned', async () => {
    expect(await artist.post('api/nft/sync', { ...artist.names, id: token })).toBeTruthy()
    expect(await artist.post('api/collection/sync', collection())).toBeTruthy()
    await artist.post('api/collection/manual_sync', collection())
    expectSuccess(await artist.post('api/collection/cancelAllOffers', collection()))
    const burned = await transaction(artist, {
      TransactionType: 'NFTokenBurn',
      Account: artist.account.address,
      NFTokenID: token,
    })
    expectSuccess(burned)
  }, 60_000)

  test('belongs to a collection that is verified, featured and removed', async () => {
    const { userToken } = owner.names
    expect(
      (await owner.post('api/admin/verify_collection', { userToken, collectionID: id, verification: true }))[
        'status'
      ],
    ).toBe('success')
    expect(
      (
        await owner.post('api/admin/set_featured_collection', { userToken, collectionID: id, featured: true })
      )['status'],
    ).toBe('success')
    expectSuccess(await artist.post('api/collection/remove', collection()))
  }, 60_000)
})

test('the marketplace is authorized to mint', async () => {
  expectSuccess(await artist.signed(() => artist.post('api/xumm/authorize_minter', artist.names)))
})

longTest(
  'an on-demand item is added, priced, shown like any NFT, bought, and another one removed',
  async () => {
    const id = await addCollection('8', { onDemandMint: 'true' })
    const add = async () => {
      const reply = await artist.form('api/nft/demand/add', {
        ...artist.names,
        metadata: JSON.stringify(words),
        taxon: '8',
        royalty: '5',
        thumbnailFile: picture(),
      })
      expectSuccess(reply)
      return String(asJson(reply['data'])['nftDatabaseID'])
    }
    const [first, second] = [await add(), await add()]
    for (const nftDatabaseID of [first, second])
      await artist.post('api/nft/demand/sell_now', { ...artist.names, nftDatabaseID, amount: '20000000' })
    const nft = await indexedNft(first, ({ demandPrice }) => demandPrice === '20000000')
    expectFields(nft, nftFields)
    expectFields(asJson(nft['metadata']), metadataFields)
    expect(nft).toMatchObject({
      onDemandMint: true,
      sellOffers: [],
      buyOffers: [],
      history: [],
      onAuction: null,
    })
    const rows = list(await buyer.get('api/collection/nfts', { id }), 'nfts')
    expect(rows.length).toBe(2)
    for (const row of rows) {
      expectFields(row, rowFields)
      expect(row).toMatchObject({ onDemandMint: true, demandPrice: '20000000', nftokenTaxon: 8 })
    }
    const bought = await buyer.signed(() =>
      buyer.post('api/nft/demand/buy_now', { ...buyer.names, nftDatabaseID: first }),
    )
    expect(bought).toEqual(expect.objectContaining({ status: 'success' }))
    const removed = await artist.post('api/nft/demand/remove', {
      account: artist.account.address,
      nftDatabaseID: second,
    })
    expectFields(removed, 'status data')
    expectSuccess(removed)
    const media = await artist.form('api/ipfs/pinMedia', { mediaFile: picture() })
    expectFields(media, 'status data')
  },
  120_000,
)

test('a hidden item of a random collection has metadata that says nothing', async () => {
  const id = await addCollection('9', { onDemandMint: 'true', random: 'true' })
  const added = await artist.form('api/nft/demand/add', {
    ...artist.names,
    metadata: JSON.stringify(words),
    taxon: '9',
    royalty: '5',
    amount: '20000000',
    thumbnailFile: picture(),
  })
  const item = asJson(
    (await buyer.get('api/nft', { id: String(asJson(added['data'])['nftDatabaseID']) }))['nft'],
  )
  expectFields(item, nftFields)
  expectFields(asJson(item['metadata']), metadataFields)
  expect(asJson(item['metadata'])).toMatchObject({ name: 'Unrevealed item', image: null, attributes: [] })
  const [row = {}] = list(await buyer.get('api/collection/nfts', { id }), 'nfts')
  expectFields(row, rowFields)
})

async function transaction(client: Client, txjson: Json): Promise<Json> {
  return client.signed(() =>
    client.post('api/xumm/transaction', { user_token: client.names.user_token, txjson }),
  )
}

async function ledgerNow(): Promise<Json> {
  const response = await fetch(world.ledgerUrl, {
    method: 'POST',
    body: JSON.stringify({ method: 'ledger', params: [{ ledger_index: 'validated' }] }),
  })
  return asJson(asJson(await response.json())['result'])
}

/** Returns the token that a transaction minted, from the ledger. */
async function tokenOf(txid: string): Promise<string> {
  const response = await fetch(world.ledgerUrl, {
    method: 'POST',
    body: JSON.stringify({ method: 'tx', params: [{ transaction: txid }] }),
  })
  const { meta } = asJson(asJson(await response.json())['result'])
  return String(asJson(meta)['nftoken_id'])
}
