import { announceForm } from '#tests/support/announce-form.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract, expectReply } from '#tests/support/contract.ts'
import { pdf, png, svg, webm } from '#tests/support/media-files.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { askAndSign, cronUntil, indexed, offerIndexed, openForBusiness } from './helpers.ts'
import { longDescribe, longTest } from '#tests/support/sample.ts'
import { startsWith } from '#tests/support/state.ts'

let world: TestWorld
let mara: DemoAccount
let jonas: DemoAccount
let issuer: Session
let other: Session
let owner: Session
const { ipfsUrl } = inject('services')

beforeAll(async () => {
  world = await createTestWorld()
  mara = await world.fund('Mara')
  jonas = await world.fund('Jonas')
  issuer = await world.connect(mara)
  other = await world.connect(jonas)
  world.signer.accounts.push(world.marketplace)
  owner = await world.connect(world.marketplace)
})
afterAll(() => world.close())

type Fields = Record<string, string | Blob>

async function send(path: string, fields: Fields, by: Session = issuer, key: string = crypto.randomUUID()) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const reply = await fetch(`${world.url}${path}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${by.token}`, 'idempotency-key': key },
  })
  const text = await reply.text()
  return { status: reply.status, headers: reply.headers, text, body: JSON.parse(text) }
}

let taxon = 100
const complete = (): Fields => ({
  name: ' Night Orchard ',
  taxon: String((taxon += 1)),
  description: 'Trees at night.',
  random: 'false',
  royalty: '7.5',
  links: JSON.stringify({ website: 'https://orchard.example', twitter: '' }),
  preAnnounce: 'false',
  onDemandMint: 'false',
  mutableNFTs: 'true',
  promoCodeEnabled: 'false',
  promoCode: '',
  thumbnailFile: new Blob([png(40, 40)]),
})

async function add(fields: Fields = {}, by: Session = issuer): Promise<string> {
  const reply = await send('/api/collection/add', { ...complete(), ...fields }, by)
  expectContract('addCollection', reply)
  expect(reply.body).toMatchObject({ status: 'success' })
  return String(reply.body.data)
}

async function infoOf(id: string) {
  const reply = await world.call(`/api/collection/info?id=${id}`)
  return reply.body
}

async function privateInfo(id: string, by: Session = issuer) {
  const reply = await world.call('/api/collection/private_info', { session: by, body: { collectionID: id } })
  expectContract('getPrivateInfo', reply)
  return reply
}

const press = (path: string, by: Session, body: Record<string, unknown>) =>
  world.call(path, { session: by, body })

test('nobody but its issuer gives a collection a name like that of a verified one', async () => {
  const id = await add({ name: 'Tidewriting' })
  await world.changeCollection(id, { verified: true })
  const imitator = await world.fund('Imitator')
  const other = await world.connect(imitator)
  const refused = await send('/api/collection/add', { ...complete(), name: 'Tіdе ᴡʀɪᴛɪɴɢ' }, other)
  expect([refused.status, refused.body.data]).toEqual([
    400,
    'This name looks like the name of a verified artist or collection. Choose another one.',
  ])
  const profile = await send(
    '/api/account/profile',
    {
      account: imitator.address,
      name: 'Tіdе ᴡʀɪᴛɪɴɢ',
      description: 'Writes.',
      role: 'true',
      links: '{}',
      avatarFile: new Blob([png(40, 40)]),
      backgroundFile: new Blob([png(40, 40)]),
    },
    other,
  )
  expect([profile.status, profile.body.data]).toEqual([400, refused.body.data])
  await add({ name: 'Tide Writing' })
  await world.changeCollection(id, { verified: false })
  await add({ name: 'Tidewriting' }, other)
})

test('a link that is not a web address is refused, on adding and on editing', async () => {
  const links = JSON.stringify({ website: 'https://orchard.example', discord: ' javascript:alert(1)' })
  const id = await add()
  for (const [path, fields] of [
    ['/api/collection/add', complete()],
    ['/api/collection/edit', { ...complete(), collectionID: id }],
  ] as const) {
    const reply = await send(path, { ...fields, links })
    expect([path, reply.status, reply.body.code]).toEqual([path, 400, 'validation_failed'])
    expect(reply.text).toContain('Discord: Enter a web address')
  }
})

describe('adding a collection', () => {
  test('stores all fields, and its picture is on IPFS with identical bytes', async () => {
    const id = await add({ thumbnailFile: new Blob([svg()]) })
    expect(await infoOf(id)).toMatchObject({
      _id: id,
      name: 'Night Orchard',
      issuer: mara.address,
      taxon,
      royalty: 7.5,
      mutableNFTs: true,
      notAnnounced: false,
      links: { website: 'https://orchard.example' },
      thumbnail: { kind: 'image', contentType: 'image/svg+xml' },
    })
    const [{ thumbnail_cid: cid } = {}] = await world.rowsOf('collections', { id })
    await cronUntil(world, 'pinned', async () => (await fetch(`${ipfsUrl}/ipfs/${String(cid)}`)).ok)
    expect(await (await fetch(`${ipfsUrl}/ipfs/${String(cid)}`)).text()).toBe(svg().toString())
    const served = await fetch(`${world.url}/media/ipfs/${String(cid)}`)
    expect(served.headers.get('content-security-policy')).toContain('sandbox')
  })

  longTest('accepts videos and PDFs as pictures and reports their type', async () => {
    expect(await infoOf(await add({ thumbnailFile: new Blob([webm()]) }))).toMatchObject({
      thumbnail: { kind: 'video', contentType: 'video/webm' },
    })
    expect(await infoOf(await add({ thumbnailFile: new Blob([pdf()]) }))).toMatchObject({
      thumbnail: { kind: 'pdf', contentType: 'application/pdf' },
    })
  })

  test.each<[string, Fields, string]>([
    ['no picture', { thumbnailFile: '' }, 'Choose a picture.'],
    ['a script as the picture', { thumbnailFile: new Blob(['<script>']) }, 'Choose one of PNG, JPEG'],
    ['no name', { name: ' ' }, 'Give the collection a name.'],
    ['a name with a check mark', { name: 'Tidewriting \u2705 Verified' }, 'Remove check marks'],
    ['a name of invisible characters', { name: '\u200b\u2060' }, 'Remove check marks'],
    ['a name that says it is verified', { name: 'Tidewriting 🆅🅴🆁🅸🅵🅸🅴🅳' }, 'claims to be verified'],
    ['an address as a name', { name: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' }, 'looks like an address'],
    ['a description over 1000 characters', { description: 'x'.repeat(1001) }, 'at most 1000 characters'],
    ['an invalid taxon', { taxon: '4294967296' }, 'A taxon can be at most'],
    ['a royalty above 50', { royalty: '50.001' }, 'A royalty can be at most 50 %.'],
    [
      'promo access without a code',
      { promoCodeEnabled: 'true' },
      'A promo code must have at least 8 characters.',
    ],
    [
      'a short code',
      { promoCodeEnabled: 'true', promoCode: 'sesame1' },
      'A promo code must have at least 8 characters.',
    ],
  ])('%s is refused with the reason', async (_what, fields, sentence) => {
    const form = Object.fromEntries(
      Object.entries({ ...complete(), ...fields }).filter(
        ([name, value]) => name !== 'thumbnailFile' || value !== '',
      ),
    )
    const reply = await send('/api/collection/add', form)
    expectContract('addCollection', reply)
    expect([reply.status, reply.body.status]).toEqual([400, 'failed'])
    expect(reply.body.data).toContain(sentence)
  })

  test('adds one collection per taxon under concurrent requests, and the same key gets the same answer', async () => {
    const fields = complete()
    const replies = await Promise.all([1, 2, 3].map(() => send('/api/collection/add', fields)))
    expect(replies.map(({ body }) => body.status).sort()).toEqual(['failed', 'failed', 'success'])
    expect(replies.find(({ body }) => body.status === 'failed')?.body.code).toBe('collection_exists')
    const again = complete()
    const first = await send('/api/collection/add', again, issuer, 'one-key')
    const second = await send('/api/collection/add', again, issuer, 'one-key')
    expect(first.body.status).toBe('success')
    expect(second.body).toEqual(first.body)
    // Another issuer may use the same taxon.
    expect((await send('/api/collection/add', fields, other)).body.status).toBe('success')
  })

  test('takes over a collection that was only known from its tokens', async () => {
    await world.addCollection({ id: 'followed', issuer: mara.address, taxon: 77, name: 'Unnamed' })
    expect(await add({ taxon: '77' })).toBe('followed')
    expect(await infoOf('followed')).toMatchObject({ name: 'Night Orchard' })
    const again = await send('/api/collection/add', { ...complete(), taxon: '77' })
    expect(again.body).toMatchObject({ status: 'failed', code: 'collection_exists' })
  })
})

describe('editing a collection', () => {
  const changes = (id: string, fields: Fields = {}): Fields => {
    const { taxon: _taxon, preAnnounce: _pre, thumbnailFile: _file, ...rest } = complete()
    return { ...rest, collectionID: id, thumbnailFile: 'none', announce: 'false', ...fields }
  }

  test('changes the editable fields, keeps picture, taxon and code, and cannot undo the announcement', async () => {
    const id = await add({ preAnnounce: 'true', promoCodeEnabled: 'true', promoCode: 'open sesame' })
    const before = await infoOf(id)
    expect(before).toMatchObject({ notAnnounced: true })
    const edited = await send(
      '/api/collection/edit',
      changes(id, { name: 'Day Orchard', promoCodeEnabled: 'true' }),
    )
    expectContract('editCollection', edited)
    expect(edited.body).toEqual({ status: 'success', data: id })
    const info = await privateInfo(id)
    expect(info.body).toMatchObject({
      name: 'Day Orchard',
      taxon: before['taxon'],
      thumbnail: before['thumbnail'],
      notAnnounced: true,
      promoCodeEnabled: true,
      promoCode: 'open sesame',
    })
    await send('/api/collection/edit', changes(id, { announce: 'true' }))
    await send('/api/collection/edit', changes(id, { announce: 'false' }))
    expect(await infoOf(id)).toMatchObject({ notAnnounced: false })
    const picture = await send(
      '/api/collection/edit',
      changes(id, { thumbnailFile: new Blob([png(50, 40)]) }),
    )
    expect(picture.body.status).toBe('success')
    expect(await infoOf(id)).toMatchObject({ thumbnail: { width: 50 } })
  })

  test('only the issuer can edit, or read the private details', async () => {
    const id = await add({ promoCodeEnabled: 'true', promoCode: 'open sesame' })
    for (const by of [other, owner]) {
      const reply = await send('/api/collection/edit', changes(id), by)
      expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
      expect((await privateInfo(id, by)).status).toBe(403)
    }
    const claimed = await send('/api/collection/edit', changes(id, { account: mara.address }), other)
    expect(claimed.body.code).toBe('account_mismatch')
    expect((await infoOf(id))['name']).toBe('Night Orchard')
    expect(JSON.stringify(await infoOf(id))).not.toContain('sesame')
  })

  test('random buy cannot be switched while items are unsold', async () => {
    const id = await add({ onDemandMint: 'true' })
    await world.addItem({ collection_id: id, issuer: mara.address, taxon: 0 })
    const refused = await send('/api/collection/edit', changes(id, { random: 'true', onDemandMint: 'true' }))
    expect(refused.body).toMatchObject({ status: 'failed', code: 'sale_active' })
  })
})

describe('whitelist and blacklist', () => {
  test('are replaced as a whole, and invalid lines are dropped and named', async () => {
    const id = await add()
    const text = `${jonas.address}:2\n\n  ${mara.address} : 0 \nrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr:1\nnobody:1\n${jonas.address}:5\n${world.marketplace.address}:many`
    const reply = await press('/api/collection/whitelist', issuer, {
      collectionID: id,
      whitelist: text,
      whitelistEnabled: true,
    })
    expectContract('setWhitelist', reply)
    expect(reply.body).toMatchObject({ status: 'success', data: 'Whitelist has been updated', kept: 2 })
    expect(reply.body['dropped']).toEqual([
      { line: 4, text: 'rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr:1', reason: 'This is not an XRP Ledger address.' },
      { line: 5, text: 'nobody:1', reason: 'This is not an XRP Ledger address.' },
      expect.objectContaining({ line: 6, reason: expect.stringContaining('already listed') }),
      expect.objectContaining({ line: 7, reason: expect.stringContaining('whole number') }),
    ])
    const black = await press('/api/collection/blacklist', issuer, {
      collectionID: id,
      blackList: [jonas.address, 'x'],
      blacklistEnabled: true,
    })
    expectContract('setBlacklist', black)
    expect(black.body).toMatchObject({ data: 'Blacklist has been updated', kept: 1, dropped: [{ line: 2 }] })
    expect((await privateInfo(id)).body).toMatchObject({
      whitelist: { [jonas.address]: 2, [mara.address]: 0 },
      whitelistEnabled: true,
      blackList: [jonas.address],
      blacklistEnabled: true,
    })
    await press('/api/collection/whitelist', issuer, { collectionID: id, whitelist: {} })
    expect((await privateInfo(id)).body).toMatchObject({ whitelist: {}, whitelistEnabled: true })
  })

  test('saving addresses enables the list, unless it is switched off explicitly', async () => {
    const id = await add()
    const whitelist = { collectionID: id, whitelist: `${jonas.address}:1` }
    const blackList = { collectionID: id, blackList: jonas.address }
    const save = async (enabled: object) => {
      await press('/api/collection/whitelist', issuer, { ...whitelist, ...enabled })
      await press('/api/collection/blacklist', issuer, { ...blackList, ...enabled })
      const { whitelistEnabled, blacklistEnabled } = (await privateInfo(id)).body
      return [whitelistEnabled, blacklistEnabled]
    }
    expect(await save({ whitelist: '', blackList: [] })).toEqual([false, false])
    expect(await save({})).toEqual([true, true])
    expect(await save({ whitelistEnabled: false, blacklistEnabled: false })).toEqual([false, false])
  })

  test('accepts a long list, keeps concurrent saves apart, and refuses other accounts', async () => {
    const id = await add()
    const many = Array.from({ length: 4000 }, (_, n) => `${jonas.address}${n}:1`).join('\n')
    const long = await press('/api/collection/whitelist', issuer, { collectionID: id, whitelist: many })
    expect(long.body).toMatchObject({ status: 'success', kept: 0 })
    await Promise.all(
      [`${jonas.address}:1`, `${mara.address}:2`].map((whitelist) =>
        press('/api/collection/whitelist', issuer, { collectionID: id, whitelist }),
      ),
    )
    const list: unknown = (await privateInfo(id)).body['whitelist']
    expect(Object.keys(Object(list))).toHaveLength(1)
    for (const path of ['whitelist', 'blacklist']) {
      const reply = await press(`/api/collection/${path}`, other, {
        collectionID: id,
        whitelist: '',
        blackList: '',
      })
      expect([reply.status, reply.body['code']]).toEqual([403, 'forbidden'])
    }
  })
})

describe('a promo code', () => {
  test('is checked, appears in no reply, and is rate limited against guessing', async () => {
    const id = await add({ promoCodeEnabled: 'true', promoCode: 'open sesame' })
    const stranger = await world.connect(await world.fund('stranger', 20))
    const tell = async (promoCode: string, by: Session) => {
      const reply = await press('/api/collection/promo-validation', by, { collectionID: id, promoCode })
      expectContract('validatePromoCode', reply)
      expect(reply.text).not.toContain('sesame')
      return reply
    }
    expect((await tell(' open sesame ', stranger)).body).toMatchObject({ status: 'success' })
    for (const empty of ['', '   '])
      expect((await tell(empty, stranger)).body).toMatchObject({
        status: 'failed',
        data: 'Please enter a promo code',
      })
    expect((await tell('open barley', stranger)).body).toMatchObject({
      status: 'failed',
      data: 'Invalid promo code',
    })
    const many = await Promise.all(Array.from({ length: 12 }, (_, n) => tell(`guess number ${n}`, stranger)))
    expect(many.filter(({ status }) => status === 200)).toHaveLength(9)
    // From here on, even the correct code is refused.
    expect((await tell('open sesame', stranger)).status).toBe(429)
    const open = await add()
    const none = await press('/api/collection/promo-validation', other, {
      collectionID: open,
      promoCode: 'anything',
    })
    expect(none.body).toMatchObject({ status: 'failed', data: 'Invalid promo code' })
  })
})

describe('announcing and removing', () => {
  test('a collection is announced once, by its issuer', async () => {
    const id = await add({ preAnnounce: 'true' })
    const refused = await press('/api/collection/announce', other, { collectionID: id })
    expect(refused.status).toBe(403)
    const replies = await Promise.all(
      [1, 2].map(() => press('/api/collection/announce', issuer, { collectionID: id })),
    )
    for (const reply of replies) expectContract('announceCollection', reply)
    expect(replies.map(({ body }) => body['code'] ?? body['data']).sort()).toEqual([
      'This collection has been announced',
      'already_announced',
    ])
    expect(await infoOf(id)).toMatchObject({ notAnnounced: false })
  })

  test('removal is refused while something is open, and otherwise removes everything', async () => {
    const id = await add({ promoCodeEnabled: 'true', promoCode: 'open sesame' })
    const remove = (by: Session) => press('/api/collection/remove', by, { collectionID: id })
    await world.addReservation({ collection_id: id })
    const busy = await remove(issuer)
    expectContract('removeCollection', busy)
    expect(busy.body).toMatchObject({
      code: 'collection_busy',
      data: expect.stringContaining('reserved for buyers'),
    })
    await world.changeRows('reservations', {}, { state: 'released' })
    const stranger = await remove(other)
    expect([stranger.status, stranger.body['data']]).toEqual([
      403,
      "Only a collection's issuer and the marketplace owner can remove it.",
    ])
    expect((await remove(issuer)).body).toEqual({ status: 'success', data: 'This Collection is removed' })
    expect((await world.call(`/api/collection/info?id=${id}`)).status).toBe(404)
    expect((await remove(issuer)).status).toBe(404)
    expect(await world.rowsOf('collection_rules', { collection_id: id })).toEqual([])
    const [entry] = await world.rowsOf('audit_log', { action: 'remove_collection', subject: id })
    expect(entry).toMatchObject({ account: mara.address, before: { name: 'Night Orchard' } })
  })

  test('the marketplace owner may also remove a collection, but only with a fresh sign-in', async () => {
    const id = await add()
    expect((await press('/api/collection/remove', owner, { collectionID: id })).body).toMatchObject({
      status: 'success',
    })
  })
})

longDescribe('cancelling all sell offers', () => {
  longTest('names the offers that fit into one signature, and counts the rest', async () => {
    const id = await add({ taxon: '6' })
    const nft = await world.mint(mara, { taxon: 6 })
    await indexed(world, nft)
    await world.addRows(
      'offers',
      Array.from({ length: 404 }, (_, place) => ({
        id: String(place).padStart(64, '0'),
        nft_id: nft,
        owner: mara.address,
        is_sell: true,
        amount: '7000000',
        amount_drops: 7_000_000,
        state: 'open',
        created_ledger: 1,
      })),
    )
    const reply = await press('/api/collection/cancelAllOffers', issuer, { collectionID: id })
    expectContract('cancelAllOffers', reply)
    expect(reply.body).toMatchObject({ later: 4 })
    expect(reply.body['toSign']).toHaveLength(400)
    await world.removeRows('offers', { nft_id: nft })
  })

  longTest('cancels the offers to the marketplace and names the others', async () => {
    await openForBusiness(world)
    const id = await add({ taxon: '5' })
    const tokens: string[] = []
    for (let n = 0; n < 3; n += 1) tokens.push(await world.mint(mara, { taxon: 5 }))
    const [first = '', second = '', third = ''] = tokens
    const destination = world.marketplace.address
    const marketplaceOffers = [
      await world.list(mara, first, 5_000_000n, { destination }),
      await world.list(mara, second, 5_000_000n, { destination }),
    ]
    const direct = await world.list(mara, third, 6_000_000n, {})
    await indexed(world, third)
    await offerIndexed(world, direct)
    expect((await press('/api/collection/cancelAllOffers', other, { collectionID: id })).status).toBe(403)
    const replies = await Promise.all(
      [1, 2].map(() => press('/api/collection/cancelAllOffers', issuer, { collectionID: id })),
    )
    for (const reply of replies) {
      expectContract('cancelAllOffers', reply)
      expect(reply.body).toEqual({
        status: 'success',
        data: 'Canceling all sell offers (takes a few minutes)',
        cancelling: 2,
        toSign: [direct],
        later: 0,
      })
    }
    await cronUntil(
      world,
      'the offers are cancelled',
      async () => !(await world.hasRow('offers', { state: 'open', is_sell: true, id: marketplaceOffers })),
    )
    // The follower may close the offers before the cron run that records the result of the submission.
    const purpose = startsWith('wanted:')
    await cronUntil(
      world,
      'the submission has a result',
      async () => !(await world.hasRow('ledger_submissions', { purpose, state: ['prepared', 'submitted'] })),
    )
    expect(await world.rowsOf('ledger_submissions', { purpose })).toMatchObject([{ state: 'succeeded' }])
    await cronUntil(
      world,
      'ended',
      async () => !(await world.hasRow('offer_cancellations', { ended_at: null })),
    )
  })
})

describe('letting the marketplace mint', () => {
  test('needs one signature; another authorised minter is named', async () => {
    const minter = async () => {
      const reply = await world.call('/api/account/minter', { session: issuer })
      expectContract('getMinter', reply)
      return reply.body
    }
    expect(await minter()).toEqual({ authorized: false, other: null })
    await world.run(mara, { TransactionType: 'AccountSet', SetFlag: 10, NFTokenMinter: jonas.address })
    expect(await minter()).toEqual({ authorized: false, other: jonas.address })
    expect(await askAndSign(world, 'authorizeMinter', issuer, {})).toMatchObject({ status: 'success' })
    expect(await minter()).toEqual({ authorized: true, other: null })
    const again = await press('/api/xumm/authorize_minter', issuer, {})
    expect(again.body).toMatchObject({ status: 'failed', code: 'already_pending' })
  })
})

describe('the marketplace owner', () => {
  test('verifies and features; each action is logged once, with before and after', async () => {
    const id = await add()
    const nft = await world.mint(mara, { taxon: 9 })
    await indexed(world, nft)
    const acts: [
      string,
      'verifyCollection' | 'featureCollection' | 'featureNft',
      Record<string, unknown>,
      string,
    ][] = [
      [
        'verify_collection',
        'verifyCollection',
        { collectionID: id, verification: true },
        'This collection has been verified',
      ],
      [
        'verify_collection',
        'verifyCollection',
        { collectionID: id, verification: false },
        'Verification removed',
      ],
      [
        'set_featured_collection',
        'featureCollection',
        { collectionID: id, featured: true },
        'This collection has been featured',
      ],
      ['set_featured_nft', 'featureNft', { nftokenID: nft, featured: true }, 'This NFT has been featured'],
    ]
    for (const [path, operation, body, text] of acts) {
      expect((await press(`/api/admin/${path}`, issuer, body)).status).toBe(403)
      for (let times = 0; times < 2; times += 1) {
        const reply = await press(`/api/admin/${path}`, owner, body)
        expectContract(operation, reply)
        expect(reply.body).toEqual({ status: 'success', data: text })
      }
    }
    expect(await infoOf(id)).toMatchObject({ verified: false, featured: true })
    expect((await world.call('/api/nft/featured')).text).toContain(nft)
    const log = await world.auditOf(id, nft)
    expect(log.filter(({ account }) => account === world.marketplace.address)).toMatchObject([
      { action: 'verify_collection', before: { verified: false }, after: { verified: true } },
      { action: 'verify_collection', before: { verified: true }, after: { verified: false } },
      { action: 'feature_collection', before: { featured: false }, after: { featured: true } },
      { action: 'feature_nft', before: { featured: false }, after: { featured: true } },
    ])
  })

  test('presents an artist with three works, until it presents nobody', async () => {
    const works = [await world.mint(mara, { taxon: 9 }), await world.mint(mara, { taxon: 9 })]
    const third = await world.mint(mara, { taxon: 9 })
    await indexed(world, third)
    const room = { artist: mara.address, text: 'She paints nights.', works: [third, ...works] }
    const set = (body: Record<string, unknown>) => press('/api/admin/set_room', owner, body)
    expect((await press('/api/admin/set_room', issuer, room)).status).toBe(403)
    expect((await set({ ...room, works })).body).toMatchObject({ code: 'validation_failed' })
    expect((await set({ ...room, works: [third, third, '0'.repeat(64)] })).body).toMatchObject({
      code: 'not_found',
    })
    for (let times = 0; times < 2; times += 1)
      expect((await set(room)).body).toMatchObject({ status: 'success' })
    const readRoom = async () => {
      const reply = await world.call('/api/home/room')
      expectContract('getRoom', reply)
      return reply.body
    }
    expect(await readRoom()).toMatchObject({
      artist: mara.address,
      works: room.works.map((nftokenID) => ({ nftokenID })),
    })
    expect(await world.rowsOf('audit_log', { action: 'set_room', subject: mara.address })).toHaveLength(1)
    await set({ ...room, works: [] })
    expect((await world.call('/api/home/room')).text).toBe('null')
  })

  test('sees the operations overview, which others cannot read', async () => {
    await world.cron()
    const reply = await world.call('/api/admin/overview', { session: owner })
    expectContract('getOverview', reply)
    expect(reply.body).toMatchObject({
      health: { status: 'ok' },
      payouts: { count: 0, drops: '0' },
      jobs: [
        { name: 'cron' },
        { name: 'cron-draws' },
        { name: 'cron-files' },
        { name: 'cron-metadata' },
        { name: 'cron-notifications' },
        { name: 'cron-pins' },
        { name: 'cron-side' },
        { name: 'cron-slow-webhooks' },
        { name: 'cron-webhooks' },
      ],
    })
    expect((await world.call('/api/admin/overview', { session: issuer })).status).toBe(403)
    expect((await world.call('/api/admin/overview')).status).toBe(401)
  })
})

describe('pinMedia', () => {
  test('stores and pins a file and answers its CID', async () => {
    const reply = await send('/api/ipfs/pinMedia', { mediaFile: new Blob([png(31, 17)]) })
    expectContract('pinMedia', reply)
    const { cid } = expectReply('pinMedia', reply).data
    expect(reply.body.data).toMatchObject({ url: `ipfs://${cid}`, contentType: 'image/png' })
    await cronUntil(world, 'pinned', async () => (await fetch(`${ipfsUrl}/ipfs/${cid}`)).ok)
    const wrong = await send('/api/ipfs/pinMedia', { mediaFile: new Blob(['hello']) })
    expect([wrong.status, wrong.body.status]).toEqual([400, 'failed'])
    const large = await announceForm(`${world.url}/api/ipfs/pinMedia`, 'POST', 96 * 1024 * 1024, issuer)
    expect(large).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
  })
})
