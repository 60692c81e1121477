import { announceForm } from '#tests/support/announce-form.ts'
import sharp from 'sharp'
import { classicAddressToXAddress } from 'ripple-address-codec'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { openShop } from '#tests/support/shop.ts'
import { type LedgerProxy, startLedgerProxy } from '#tests/support/ledger-proxy.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import { cronUntil, indexed, offerIndexed } from './helpers.ts'
import { longTest, sampleOf } from '#tests/support/sample.ts'

let world: TestWorld
let ledger: LedgerProxy
let mara: DemoAccount
let jonas: DemoAccount
let session: Session
let nfts: string[]

const paint = async (background: string) =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width: 300, height: 150, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  ])

async function send(method: 'POST' | 'PUT', fields: Record<string, string | Blob>, by: Session = session) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const reply = await fetch(`${world.url}/api/account/profile`, {
    method,
    body: form,
    headers: { authorization: `Bearer ${by.token}`, 'idempotency-key': crypto.randomUUID() },
  })
  const body: unknown = await reply.json()
  return { status: reply.status, body }
}

const complete = async () => ({
  account: mara.address,
  name: ' Mara ',
  description: 'Paints nights.',
  role: 'true',
  links: JSON.stringify({ website: 'https://mara.example', twitter: '' }),
  avatarFile: await paint('#224466'),
  backgroundFile: await paint('#662244'),
})

async function profileOf(account: string, as?: Session) {
  const reply = await world.call(
    `/api/account/profile?account=${account}`,
    as === undefined ? {} : { session: as },
  )
  expectContract('getProfile', reply)
  return reply.body
}

beforeAll(async () => {
  ledger = await startLedgerProxy()
  world = await createTestWorld({ ledgerThrough: ledger })
  mara = await world.fund('Mara')
  jonas = await world.fund('Jonas')
  session = await world.connect(mara)
  nfts = []
  for (let i = 0; i < 3; i += 1)
    nfts.push(await world.mint(mara, { taxon: 4, metadata: { name: `Night #${i}` } }))
  await indexed(world, nfts[2] ?? '')
})
afterAll(async () => {
  await world.close()
  await ledger.close()
})

describe('a profile', () => {
  test('needs pictures when it is created, and nothing is written without them', async () => {
    const { avatarFile: _avatar, ...without } = await complete()
    const refused = await send('POST', without)
    expect(refused).toMatchObject({ status: 400, body: { status: 'failed', code: 'validation_failed' } })
    expect(JSON.stringify(refused.body)).toContain('Choose an avatar.')
    const disguised = await send('POST', { ...(await complete()), avatarFile: new Blob(['<script>']) })
    expect(JSON.stringify(disguised.body)).toContain('We cannot read this picture')
    const edited = await send('PUT', await complete())
    expect(edited).toMatchObject({ status: 404, body: { status: 'failed' } })
    expect(await profileOf(mara.address)).toMatchObject({ profile: null, following: null })
  })

  test('can be created, read, and edited without sending the pictures again', async () => {
    expect(await send('POST', await complete())).toEqual({
      status: 200,
      body: { status: 'success', data: 'Your profile has been created' },
    })
    const { profile, ...counts } = await profileOf(mara.address)
    expect(profile).toMatchObject({
      name: 'Mara',
      role: 'Artist',
      links: { website: 'https://mara.example' },
      followers: [],
    })
    expect(counts).toMatchObject({ issuedCount: 3, ownedCount: 3, mintedCount: 3, verifiedCount: 0 })
    const avatar: unknown = Reflect.get(Object(Reflect.get(Object(profile), 'avatar')), 'src')
    const picture = await fetch(`${world.url}${String(avatar)}`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])

    const again = await send('POST', { ...(await complete()), name: 'Somebody else' })
    expect(again.body).toMatchObject({ status: 'failed', code: 'profile_exists' })
    expect(Reflect.get(Object(await profileOf(mara.address)), 'profile')).toMatchObject({ name: 'Mara' })

    const changed = { name: 'Mara L.', description: 'x'.repeat(1200), role: 'false', links: '{}' }
    const pictures = { avatarFile: 'none', backgroundFile: 'none' }
    const script = { ...changed, ...pictures, links: JSON.stringify({ website: 'javascript:alert(1)' }) }
    const refused = await send('PUT', script)
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('Website: Enter a web address')
    expect((await send('PUT', { ...changed, ...pictures })).body).toMatchObject({ status: 'success' })
    expect(Reflect.get(Object(await profileOf(mara.address)), 'profile')).toMatchObject({
      name: 'Mara L.',
      description: 'x'.repeat(1000),
      role: 'User',
      links: {},
      avatar: { src: avatar },
    })
  })

  test('can be edited by its owner only', async () => {
    const other = await world.connect(jonas)
    const refused = await send('PUT', await complete(), other)
    expect(refused).toMatchObject({ status: 403, body: { code: 'account_mismatch' } })
    const anonymous = await fetch(`${world.url}/api/account/profile`, { method: 'PUT', body: new FormData() })
    expect(anonymous.status).toBeGreaterThanOrEqual(400)
    expect(Reflect.get(Object(await profileOf(mara.address)), 'profile')).toMatchObject({ name: 'Mara L.' })
  })

  longTest('refuses a form over 95 MB before reading it', async () => {
    const tooLarge = await announceForm(`${world.url}/api/account/profile`, 'PUT', 96 * 1024 * 1024, session)
    expect(tooLarge).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    const large = { ...(await complete()), avatarFile: new Blob([new Uint8Array(6 * 1024 * 1024)]) }
    expect(await send('PUT', large)).toMatchObject({ status: 413 })
  })
})

describe('following', () => {
  const press = (which: 'follow' | 'unfollow', by: Session, followee: string) =>
    world.call(`/api/account/${which}`, { session: by, body: { account: by.account.address, followee } })

  test('counts correctly under concurrent requests, and refuses to follow oneself', async () => {
    const people = await Promise.all(['a', 'b', 'c'].map((name) => world.fund(name, 20)))
    const sessions: Session[] = []
    for (const person of people) sessions.push(await world.connect(person))
    const replies = await Promise.all(
      sessions.flatMap((by) => [1, 2, 3].map(() => press('follow', by, mara.address))),
    )
    for (const reply of replies) expectContract('follow', reply)
    const [first] = sessions
    if (first === undefined) throw new Error('There is no follower.')
    expect(await profileOf(mara.address, first)).toMatchObject({
      following: true,
      profile: { followersCount: 3 },
    })
    await Promise.all([1, 2].map(() => press('unfollow', first, mara.address)))
    const after = await profileOf(mara.address, first)
    expect(after).toMatchObject({ following: false, profile: { followersCount: 2 } })
    const self = await press('follow', session, mara.address)
    expect(self.body).toMatchObject({ status: 'failed', code: 'follow_self' })
    const invalidAddress = await press('follow', session, 'rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr')
    expect([invalidAddress.status, invalidAddress.body['status']]).toEqual([400, 'failed'])
  })
})

describe('what an account has', () => {
  longTest('items for sale on demand count as issued before they count as minted', async () => {
    const { artist, items } = await openShop(world, { items: 3 })
    expect(await profileOf(artist.address)).toMatchObject({ issuedCount: 3, mintedCount: 0 })
    await world.mint(artist, { taxon: 40 })
    await indexed(world, await world.mint(artist, { taxon: 40 }))
    await world.changeItem(items[0] ?? '', { state: 'removed' })
    expect(await profileOf(artist.address)).toMatchObject({ issuedCount: 4, mintedCount: 2 })
  })

  test('refuses invalid addresses; an X-address leads to its account', async () => {
    const invalidAddress = 'rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr'
    const brokenX = `X${'1'.repeat(46)}`
    const x = classicAddressToXAddress(mara.address, 7, false)
    for (const part of ['profile', 'nfts', 'offers', 'history', 'collections']) {
      for (const account of [invalidAddress, brokenX]) {
        const refused = await world.call(`/api/account/${part}?account=${account}`)
        expect([part, refused.status, refused.body['code']]).toEqual([part, 400, 'validation_failed'])
      }
      const ofTag = await world.call(`/api/account/${part}?account=${x}`)
      const direct = await world.call(`/api/account/${part}?account=${mara.address}`)
      expect([part, ofTag.status]).toEqual([part, 200])
      expect(ofTag.text.length).toBe(direct.text.length)
    }
    expect(await profileOf(x)).toMatchObject({ account: mara.address })
    if (!world.hasPages) return
    const page = await fetch(`${world.url}/account/${invalidAddress}`)
    expect([page.status, (await page.text()).includes('rrrrrr...rrrr')]).toEqual([200, false])
  })

  test('its offers are in three groups, and an unsolicited gift is marked', async () => {
    const [first = '', second = ''] = nfts
    const listing = await world.list(mara, first, 20_000_000n, {})
    const bid = await world.bid(jonas, mara.address, second, 5_000_000n, {})
    const airdrop = await world.mint(jonas, { taxon: 9 })
    const gift = await world.list(jonas, airdrop, 0n, { destination: mara.address })
    for (const id of [listing, bid, gift]) await offerIndexed(world, id)
    const reply = await world.call(`/api/account/offers?account=${mara.address}`)
    expectContract('getAccountOffers', reply)
    expect(reply.body).toMatchObject({
      offers_owned: [
        {
          OfferID: listing,
          Flags: tfSellNFToken,
          Amount: '20000000',
          Owner: mara.address,
          problem: null,
          onAuction: false,
        },
      ],
      offers_as_destination: [{ OfferID: gift, Amount: '0', Destination: mara.address, unsolicited: true }],
    })
    const groups: unknown = reply.body['offers_for_own_nfts']
    expect(groups).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ NFTokenID: first, sell: [expect.objectContaining({ OfferID: listing })] }),
        expect.objectContaining({ NFTokenID: second, buy: [expect.objectContaining({ OfferID: bid })] }),
      ]),
    )
    await world.addAuction({
      offer_id: listing,
      nft_id: first,
      seller: mara.address,
      start_amount: '"20000000"',
      ends_at: new Date(Date.now() + 3_600_000),
      state: 'running',
    })
    const auctioned = await world.call(`/api/account/offers?account=${mara.address}`)
    expect(auctioned.body).toMatchObject({ offers_owned: [{ OfferID: listing, onAuction: true }] })
    await world.removeRows('auctions', { offer_id: listing })
    await world.call('/api/account/follow', { session, body: { followee: jonas.address } })
    const trusted = await world.call(`/api/account/offers?account=${mara.address}`)
    expect(trusted.body).toMatchObject({ offers_as_destination: [{ unsolicited: false }] })
  })

  test('its history shows sales and purchases, and the list shows its collections', async () => {
    const [, , third = ''] = nfts
    const offer = await world.list(mara, third, 7_000_000n, {})
    await world.run(jonas, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer })
    const entries = async (account: string) => {
      const reply = await world.call(`/api/account/history?account=${account}`)
      expectContract('getAccountHistory', reply)
      return reply.text
    }
    await cronUntil(world, 'sale', async () => (await entries(mara.address)).includes(third))
    expect(await entries(jonas.address)).toContain(`"seller":"${mara.address}","buyer":"${jonas.address}"`)
    await world.addCollection({
      id: 'nights',
      issuer: mara.address,
      taxon: 4,
      name: 'Nights',
      verified: true,
    })
    const collections = await world.call(`/api/account/collections?account=${mara.address}`)
    expectContract('getAccountCollections', collections)
    expect(collections.text).toContain('"name":"Nights"')
    const random = await world.call('/api/collection/verified_random')
    expectContract('getVerifiedRandom', random)
    expect(random.text).toContain('"name":"Nights"')
    expect(await profileOf(jonas.address)).toMatchObject({ verifiedCount: 1 })
  })

  describe('its name', () => {
    const nameOf = async (path: string, account: string) => {
      const { body, text } = await world.call(path, path.includes('swaps') ? { session } : {})
      const people: unknown = Reflect.get(Object(Array.isArray(body) ? body[0] : body), 'people')
      expect(text).toContain('"people"')
      return Reflect.get(Object(people), account)
    }
    const rename = async (name: string) =>
      send('POST', { ...(await complete()), account: jonas.address, name }, await world.connect(jonas))
    const mentions = () => [
      `/api/nft?id=${nfts[1]}`,
      '/api/collection/history?id=nights',
      '/api/collection/nfts?id=nights',
      `/api/account/offers?account=${mara.address}`,
      `/api/account/profile?account=${jonas.address}`,
      '/api/marketplace/suggest?query=jonas',
    ]

    test('may not look like the name of a verified artist, like an address, or like ours', async () => {
      const names = [
        'М\u0430ra L',
        'MARA  l',
        'OPX Support',
        'Màra\u00a0L!',
        'rPT1Sj...f3qm',
        'You',
        'ᴍᴀʀᴀ ʟ',
        '🅼🅰🆁🅰 🅻',
        'Jonas Verified',
        'rmMmM1mmm…mmqm',
      ]
      for (const name of sampleOf(names, 3)) {
        const refused = await rename(name)
        expect([name, refused.status, JSON.stringify(refused.body)]).toEqual([
          name,
          400,
          expect.stringMatching(/looks like the name of a verified artist|cannot be used/),
        ])
      }
      expect(JSON.stringify((await rename('Jo\u202enas')).body)).toContain('invisible characters')
    })

    test('is in every reply that mentions the account', async () => {
      expect(await nameOf(`/api/nft?id=${nfts[0]}`, mara.address)).toMatchObject({
        name: 'Mara L.',
        verified: true,
      })
      expect(await nameOf('/api/collection/info?id=nights', mara.address)).toMatchObject({ name: 'Mara L.' })
      expect(await nameOf(`/api/account/nfts?account=${jonas.address}`, mara.address)).toBeDefined()
      expect((await rename('Jonas  H.')).body).toMatchObject({ status: 'success' })
      for (const path of mentions()) {
        expect([path, await nameOf(path, jonas.address)]).toEqual([
          path,
          { name: 'Jonas H.', picture: expect.stringMatching(/^\/media\/ipfs\//), verified: false },
        ])
      }
      expect(await world.call(`/api/account/history?account=${mara.address}`)).toMatchObject({
        body: [{ nft: nfts[2], people: { [jonas.address]: { name: 'Jonas H.' } } }],
      })
    })

    longTest('is in the previews of shared links, with price and state of the work', async () => {
      for (const [path, title] of [
        [`/nft/${nfts[0]}`, 'Night #0 by Mara L. · 20.00 XRP · OPX'],
        [`/nft/${nfts[1]}`, 'Night #1 by Mara L. · not listed · OPX'],
        ['/collection/nights', /^Nights by Mara L\. · (from 20 XRP|\d works?) · OPX$/],
        [`/account/${jonas.address}`, /^Jonas H\. · Artist, \d works? · OPX$/],
      ] as const) {
        const { text } = await world.call(path)
        const shared = /property="og:title" content="([^"]*)"/.exec(text)?.[1]
        expect(shared).toMatch(title)
        expect(text).toContain('<meta property="og:description" content="A Gateway to Digital Luxury">')
      }
      // The page uses the default picture, which does not show the work.
      expect((await world.call(`/nft/${nfts[0]}`)).text).not.toContain('og:image:alt')
    })

    test('is shown once the cron has compared it, if it was stored before names were compared', async () => {
      for (const [name, expected] of [
        ['Jonas\u202e the First', 'Jonas the First'],
        ['Mara\u200b L\u2713', undefined],
      ] as const) {
        await world.changeRows('profiles', { account: jonas.address }, { name, skeleton: null })
        expect(await nameOf(`/api/nft?id=${nfts[1]}`, jonas.address)).toBeUndefined()
        await cronUntil(world, 'skeleton', async () => !(await world.hasRow('profiles', { skeleton: null })))
        for (const path of mentions().slice(0, 4))
          expect([path, Reflect.get(Object(await nameOf(path, jonas.address)), 'name')]).toEqual([
            path,
            expected,
          ])
      }
    })

    test('belongs to its account as soon as the other artist is no longer verified', async () => {
      await world.changeCollection('nights', { verified: false })
      expect(await nameOf(`/api/nft?id=${nfts[1]}`, jonas.address)).toMatchObject({ name: 'Mara L' })
    })
  })

  longTest('its tokens are paged from the ledger with what the index knows about them', async () => {
    const many = await world.fund('Many', 500)
    const minted: string[] = []
    for (let i = 0; i < 130; i += 1) minted.push(await world.mint(many, { taxon: i % 3 }))
    const ids: string[] = []
    let marker: unknown = ''
    let pages = 0
    const ledgerCalls = () => [...ledger.calls.values()].reduce((sum, calls) => sum + calls, 0)
    const before = ledgerCalls()
    while (marker !== null) {
      const reply = await world.call(
        `/api/account/nfts?account=${many.address}&marker=${encodeURIComponent(String(marker))}`,
      )
      expectContract('getAccountNfts', reply)
      const list: unknown = reply.body['nfts']
      if (Array.isArray(list)) ids.push(...list.map((nft) => String(Reflect.get(Object(nft), 'nftokenID'))))
      marker = reply.body['marker']
      pages += 1
    }
    expect(ids.toSorted()).toEqual(minted.toSorted())
    // One ledger call per page, regardless of the number of tokens.
    expect([pages, ledgerCalls() - before]).toEqual([2, 2])
    const own = await world.call(`/api/account/nfts?account=${mara.address}`)
    expect(own.text).toContain('"name":"Night #1"')
    const nobody = await world.call('/api/account/nfts?account=rrrrrrrrrrrrrrrrrrrrBZbvji')
    expect(nobody.body).toMatchObject({ nfts: [], marker: null })
    expect((await world.call(`/api/account/nfts?account=${mara.address}&marker=1:no`)).status).toBe(400)
    expect((await world.call('/api/account/nfts?account=nonsense')).status).toBe(400)
  })
})
