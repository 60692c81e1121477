import { convertStringToHex, Wallet } from 'xrpl'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asJson, type Json } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { expectContract } from '#tests/support/contract.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { png } from '#tests/support/media-files.ts'
import { askReply, cronUntil, indexed, offerIndexed } from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'

const transferableAndMutable = 8 | 16

let world: TestWorld
let artist: DemoAccount
let bidder: DemoAccount
let picture: string

beforeAll(async () => {
  world = await createTestWorld()
  artist = await world.fund('Mara')
  bidder = await world.fund('Jonas')
  picture = `ipfs://${await world.pin(new Uint8Array(png(40, 30)))}`
})
afterAll(() => world?.close())

const rowsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(asJson) : [])

async function readWork(id: string): Promise<Json> {
  const { body } = await world.call(`/api/nft?id=${id}`)
  return asJson(body['nft'])
}

async function mintNamed(name: string, more: Json = {}, flags = transferableAndMutable): Promise<string> {
  const metadata = {
    name,
    image: picture,
    attributes: [{ trait_type: 'Moon', value: 'Full' }],
    ...more,
  }
  const id = await world.mint(artist, { flags, taxon: 5, metadata })
  await indexed(world, id)
  await cronUntil(world, 'its metadata read', async () => (await readWork(id))['metadataState'] === 'ready')
  return id
}

const uriOf = async (metadata: Json) => `ipfs://${await world.pin(JSON.stringify(metadata))}`

const modify = (id: string, uri: string | null) =>
  world.run(artist, {
    TransactionType: 'NFTokenModify',
    NFTokenID: id,
    ...(uri === null ? {} : { URI: convertStringToHex(uri) }),
  })

describe('a work that NFTokenModify changes', () => {
  test('marks the bids from before, and no others', async () => {
    const id = await mintNamed('Orchard')
    const first = await world.bid(bidder, artist.address, id, 10_000_000n)
    await offerIndexed(world, first)
    const unmarked = rowsOf((await readWork(id))['buyOffers'])
    expect(unmarked.map((offer) => offer['beforeChange'])).toEqual([false])

    await modify(id, await uriOf({ name: 'Car park', image: picture }))
    const second = await world.bid(bidder, artist.address, id, 12_000_000n)
    const listing = await world.list(artist, id, 20_000_000n)
    await offerIndexed(world, second)
    await offerIndexed(world, listing)

    const work = await readWork(id)
    const marks = Object.fromEntries(
      [...rowsOf(work['buyOffers']), ...rowsOf(work['sellOffers'])].map((offer) => [
        offer['nft_offer_index'],
        offer['beforeChange'],
      ]),
    )
    expect(marks).toEqual({ [first]: true, [second]: false, [listing]: false })

    const { body } = await world.call(`/api/account/offers?account=${bidder.address}`)
    const own = rowsOf(body['offers_owned']).map((offer) => [offer['OfferID'], offer['beforeChange']])
    expect(Object.fromEntries(own)).toEqual({ [first]: true, [second]: false })
    const { body: ownersOffers } = await world.call(`/api/account/offers?account=${artist.address}`)
    const [group] = rowsOf(ownersOffers['offers_for_own_nfts'])
    const bids = rowsOf(group?.['buy']).map((offer) => [offer['OfferID'], offer['beforeChange']])
    expect(Object.fromEntries(bids)).toEqual({ [first]: true, [second]: false })
  })

  test('loses its name, picture and traits with its URI, and keeps them in a transfer', async () => {
    const id = await mintNamed('Moonlit orchard')
    expect(asJson((await readWork(id))['metadata'])).toMatchObject({ name: 'Moonlit orchard' })
    const gift = await world.list(artist, id, 0n, { destination: bidder.address })
    await world.run(bidder, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: gift })
    await cronUntil(world, 'moved', async () => (await readWork(id))['owner'] === bidder.address)
    expect(asJson((await readWork(id))['metadata'])).toMatchObject({ name: 'Moonlit orchard' })

    await world.run(artist, { TransactionType: 'NFTokenModify', NFTokenID: id, Owner: bidder.address })
    await cronUntil(world, 'without a URI', async () => (await readWork(id))['uri'] === null)
    expect(await readWork(id)).toMatchObject({ metadata: null, traitCounts: [] })
    const { body } = await world.call(`/api/account/nfts?account=${bidder.address}`)
    expect(JSON.stringify(body)).not.toContain('Moonlit orchard')
    expect(await world.rowsOf('nft_traits', { nft_id: id })).toEqual([])
    const { body: results } = await world.call('/api/marketplace/search?query=moonlit')
    expect(JSON.stringify(results)).not.toContain(id)
  })
})

longTest(
  'a work whose new address leads to no metadata says so, and is tried again when somebody wants it',
  async () => {
    const id = await mintNamed('Before')
    await modify(id, `ipfs://${await world.pin(`no metadata, of ${id}`)}`)
    await cronUntil(world, 'tried', async () => (await readWork(id))['metadataState'] === 'failed')
    expect(await readWork(id)).toMatchObject({
      metadata: { name: 'Before' },
      metadataProblem: { code: 'not_metadata' },
      metadataCanRetry: true,
    })
    await world.changeToken(id, { metadata_tried_at: new Date(Date.now() - 61_000) })
    const retry = () => world.call('/api/nft/metadata', { body: { id } })
    expect((await retry()).body).toEqual({ metadataState: 'failed' })
    expect((await retry()).body).toMatchObject({ code: 'rate_limited' })
  },
)

describe('a work that its metadata marks as adult content', () => {
  test('is marked in each of its files, also where only its picture is read, and blurred in embeds', async () => {
    const animation = `ipfs://${await world.pin('<p>moves</p>')}`
    const id = await mintNamed('Life class', { is_explicit: true, animation })
    const { imageFile, animationFile, explicit } = asJson((await readWork(id))['metadata'])
    expect(explicit).toBe(true)
    expect([asJson(imageFile)['explicit'], asJson(animationFile)['explicit']]).toEqual([true, true])
    const offer = await world.bid(bidder, artist.address, id, 1_000_000n)
    await offerIndexed(world, offer)
    const { body } = await world.call(`/api/account/offers?account=${bidder.address}`)
    const listed = rowsOf(body['offers_owned']).find((row) => row['OfferID'] === offer)
    expect(asJson(listed?.['image'])['explicit']).toBe(true)

    const embed = await world.call(`/embed/nft/${id}`)
    expect(embed.text).toContain('Adult content')
    expect(embed.text).not.toContain('w=800')
    const oembed = await world.call(`/api/oembed?url=${encodeURIComponent(`${world.url}/nft/${id}`)}`)
    expect(oembed.body).not.toHaveProperty('thumbnail_url')
  })

  test('differs from others in that alone', async () => {
    const id = await mintNamed('Still life')
    const { imageFile, explicit } = asJson((await readWork(id))['metadata'])
    expect(explicit).toBe(false)
    expect(imageFile).not.toHaveProperty('explicit')
    expect((await world.call(`/embed/nft/${id}`)).text).toContain('w=800')
  })
})

describe('a work that accounts report as adult content', () => {
  const isMarked = async (id: string) =>
    asJson(asJson((await readWork(id))['metadata'])['imageFile'])['explicit'] === true

  test('is marked after three of them, until the marketplace owner decides, also when it is read again', async () => {
    const id = await mintNamed('Bathers')
    const accounts = [bidder, await world.fund('Ines'), await world.fund('Otto')]
    for (const [index, account] of accounts.entries()) {
      const session = await world.connect(account)
      const report = { session, body: { id } }
      expect(await world.call('/api/nft/report', report)).toMatchObject({ status: 200 })
      expect(await world.call('/api/nft/report', report)).toMatchObject({ status: 200 })
      expect(await isMarked(id)).toBe(index === 2)
    }
    const owner = await world.connect(world.marketplace)
    const reports = async () => {
      const reply = await world.call('/api/admin/overview', { session: owner })
      expectContract('getOverview', reply)
      return reply.body['reports']
    }
    const once = await mintNamed('Sunbathers')
    const [first] = accounts
    if (first === undefined) throw new Error('There is no account.')
    await world.call('/api/nft/report', { session: await world.connect(first), body: { id: once } })
    expect(await reports()).toMatchObject([
      { nftId: id, name: 'Bathers', reports: 3 },
      { nftId: once, name: 'Sunbathers', reports: 1 },
    ])
    const decide = (adult: boolean) =>
      world.call('/api/admin/decide_adult_content', { session: owner, body: { id, adult } })
    expect(await decide(false)).toMatchObject({ status: 200 })
    expect(await isMarked(id)).toBe(false)
    expect(await reports()).toMatchObject([{ nftId: once }])
    expect(await decide(true)).toMatchObject({ status: 200 })
    expect(await isMarked(id)).toBe(true)

    await modify(id, await uriOf({ name: 'Bathers, again', image: picture }))
    await cronUntil(
      world,
      'read again',
      async () => asJson((await readWork(id))['metadata'])['name'] === 'Bathers, again',
    )
    expect(await isMarked(id)).toBe(true)
    const missing = '0'.repeat(64)
    expect(await world.call('/api/nft/report', { session: owner, body: { id: missing } })).toMatchObject({
      status: 404,
    })
  })

  longTest('is not marked by accounts that cost nothing', async () => {
    const id = await mintNamed('Dancers')
    for (let count = 0; count < 3; count += 1) {
      const { classicAddress: address, seed = '' } = Wallet.generate()
      const account = { name: `Nobody ${count}`, role: 'collector', address, seed } as const
      world.signer.accounts.push(account)
      const session = await world.connect(account)
      const reply = await world.call('/api/nft/report', { session, body: { id } })
      expect(reply.body).toMatchObject({ code: 'insufficient_funds' })
    }
    expect(await isMarked(id)).toBe(false)
  })
})

describe('a bid on a work that has changed', () => {
  test('cannot be sold to a bid from before until its bidder confirms it, and the bidder is told', async () => {
    const id = await mintNamed('Meadow')
    const toMarket = { destination: world.marketplace.address }
    const kim = await world.fund('Kim')
    const bid = await world.bid(kim, artist.address, id, 10_000_000n, toMarket)
    await offerIndexed(world, bid)
    const [ofArtist, ofBidder] = [await world.connect(artist), await world.connect(kim)]
    const body = { nftokenID: id, buyOfferIndex: bid }
    await modify(id, await uriOf({ name: 'Parking lot', image: picture }))
    await cronUntil(world, 'the bidder told', async () => {
      return (await world.notificationsOf(kim.address, { kind: 'work_changed', nft_id: id })).length === 1
    })
    expect((await askReply(world, 'acceptBid', ofArtist, body)).body).toMatchObject({ code: 'work_changed' })
    const foreign = await world.call('/api/nft/bid/confirm', {
      session: ofArtist,
      body: { buyOfferIndex: bid },
    })
    expect(foreign.body).toMatchObject({ code: 'forbidden' })
    const confirmed = await world.call('/api/nft/bid/confirm', {
      session: ofBidder,
      body: { buyOfferIndex: bid },
    })
    expectContract('confirmBid', confirmed)
    expect((await askReply(world, 'acceptBid', ofArtist, body)).status).toBe(202)
    const [shown] = rowsOf((await readWork(id))['buyOffers'])
    expect(shown?.['beforeChange']).toBe(false)
  })
})
