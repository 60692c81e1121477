import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { drawCandidate } from '#db/queries/draws.ts'
import { asJson } from '#dev/lib/rpc.ts'
import type { Session } from '#tests/support/api.ts'
import { chiSquare, chiSquareLimit } from '#tests/support/chi-square.ts'
import { png } from '#tests/support/media-files.ts'
import { everythingReadable } from '#tests/support/public-replies.ts'
import { openShop } from '#tests/support/shop.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { filled, sendForm, words } from './creating.ts'
import {
  ask,
  askAndSign,
  askReply,
  cronUntil,
  lockAwaited,
  offerIndexed,
  openForBusiness,
} from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'

let world: TestWorld
let mara: Session
let nina: Session

beforeAll(async () => {
  world = await createTestWorld({ runtime: true })
  await openForBusiness(world)
  mara = await world.connect(await world.fund('Mara'))
  nina = await world.connect(await world.fund('Nina'))
})
afterAll(() => world?.close())

const openItems = (collectionId: string) =>
  world.query(`select id from demand_items where collection_id = $1 and state = 'for_sale'`, [collectionId])
const allReleased = (collectionId: string) => async () =>
  (
    await world.query(
      `select 1 from reservations where collection_id = $1 and state not in ('released', 'sold')`,
      [collectionId],
    )
  ).length === 0

/** Database access as in the worker; `done` waits for background work. */
function openReader() {
  const pending: Promise<unknown>[] = []
  const database = openDatabase({
    url: world.databaseUrl,
    proxy: inject('services').databaseProxy,
    waitUntil: (work) => pending.push(work),
  })
  return { database, done: () => Promise.all(pending) }
}

describe('a random collection', () => {
  test('hides its items until they are paid for, then shows everything', async () => {
    const shop = await openShop(world, { random: true, items: 0 })
    const artist = await world.connect(shop.artist)
    const picture = png(23, 17)
    const added = await sendForm(
      world,
      'addDemandItem',
      artist,
      filled({
        metadata: words({ name: 'Whisperfield', attributes: [{ trait_type: 'Murmur', value: 'zephyrine' }] }),
        taxon: String(shop.taxon),
        amount: '7000000',
        thumbnailFile: new Blob([picture]),
      }),
    )
    expect(added.body).toMatchObject({ status: 'success' })
    const [item = {}] = await world.query('select * from demand_items where collection_id = $1', [
      shop.collectionId,
    ])
    const [mediaCid] = Array.isArray(item['files']) ? item['files'].map(String) : []
    const media = `/media/ipfs/${mediaCid}`
    const secrets = ['Whisperfield', 'Murmur', 'zephyrine']
    const uuid = await ask(world, 'buyRandom', mara, { collection_id: shop.collectionId })
    const [minted = {}] = await world.query('select token_id from demand_items where id = $1', [item['id']])
    const token = String(minted['token_id'])
    await world.cron()
    const subject = {
      collectionId: shop.collectionId,
      artist: shop.artist.address,
      ids: [token, String(item['id'])],
      words: ['Whisperf', 'zephyr'],
    }
    for (const session of [undefined, mara]) {
      const readable = await everythingReadable(world, subject, session)
      for (const secret of [...secrets, String(mediaCid)]) expect(readable).not.toContain(secret)
    }
    // Also not in the buyer's pending reply; the issuer sees it.
    expect(
      (await askReply(world, 'buyRandom', mara, { collection_id: shop.collectionId })).text,
    ).not.toContain('Whisper')
    expect(
      (await world.call(`/api/nft/demand/own?id=${String(item['id'])}`, { session: artist })).text,
    ).toContain('Whisperfield')
    for (const path of [media, `${media}?w=300`, `/media/ipfs/${String(item['metadata_cid'])}`])
      expect((await world.call(path)).status).toBe(404)
    await world.sign(uuid, mara.account)
    expect(await world.outcomeOf(uuid, mara)).toMatchObject({
      status: 'success',
      outcome: { nftokenID: token },
    })
    const shown = await world.call(`/api/nft?id=${token}`)
    expect(asJson(shown.body['nft'])).toMatchObject({
      metadata: { name: 'Whisperfield' },
      owner: mara.account.address,
    })
    // At once, before a job has moved the file.
    expect((await world.call(media)).status).toBe(200)
    await cronUntil(
      world,
      'pinned',
      async () =>
        (await fetch(`${world.stack.urls.ipfs}/ipfs/${String(item['metadata_cid'])}`)).status === 200,
    )
  })

  longTest('returns an unpaid draw to the pool, and another buyer draws among the rest', async () => {
    const shop = await openShop(world, { random: true, items: 4 })
    const body = { collection_id: shop.collectionId }
    const uuid = await ask(world, 'buyRandom', mara, body)
    expect(await ask(world, 'buyRandom', mara, body)).toBe(uuid)
    const [first = {}] = await world.query(`select item_id from reservations where collection_id = $1`, [
      shop.collectionId,
    ])
    await world.reject(uuid)
    // The rejection alone does this: no cron runs in between.
    expect(await world.outcomeOf(uuid, mara)).toMatchObject({
      status: 'rejected',
      data: 'Request is rejected by signer.',
    })
    const again = await askAndSign(world, 'buyRandom', mara, body)
    expect(again['status']).toBe('success')
    const sold = await world.query(
      `select item_id from reservations where collection_id = $1 and state = 'sold'`,
      [shop.collectionId],
    )
    expect(sold).toEqual([first])
    for (let left = 3; left > 0; left -= 1) {
      expect(await openItems(shop.collectionId)).toHaveLength(left)
      expect((await askAndSign(world, 'buyRandom', nina, body))['status']).toBe('success')
    }
    const none = await askReply(world, 'buyRandom', nina, body)
    expect(none.body).toMatchObject({ status: 'failed', code: 'sold_out' })
  })

  test('does not sell items by name or to their issuer', async () => {
    const shop = await openShop(world, { random: true, items: 1 })
    const direct = await askReply(world, 'buyDemandItem', mara, { nftDatabaseID: shop.items[0] })
    expect(direct.body).toMatchObject({ status: 'failed', code: 'not_for_sale' })
    const artist = await world.connect(shop.artist)
    const own = await askReply(world, 'buyRandom', artist, { collection_id: shop.collectionId })
    expect(own.body).toMatchObject({ status: 'failed', code: 'own_collection' })
    const poor = await world.connect(await world.fund('Poor', 20))
    const reply = await askReply(world, 'buyRandom', poor, { collection_id: shop.collectionId })
    expect(reply.body).toMatchObject({ status: 'failed', code: 'insufficient_funds' })
    expect(
      await world.query('select 1 from reservations where collection_id = $1', [shop.collectionId]),
    ).toEqual([])
  })

  test('also draws what its issuer has minted and listed, without fetching its metadata', async () => {
    const shop = await openShop(world, { random: true, items: 0 })
    const id = await world.mint(shop.artist, {
      taxon: shop.taxon,
      transferFee: 5000,
      metadata: { name: 'Veiled Thing', description: '', image: '', attributes: [] },
    })
    const offer = await world.list(shop.artist, id, 10_000_000n, { destination: world.marketplace.address })
    await offerIndexed(world, offer)
    expect((await world.call(`/api/nft?id=${id}`)).text).not.toContain('Veiled Thing')
    const direct = await askReply(world, 'buyNow', mara, { nftokenID: id })
    expect(direct.body).toMatchObject({ status: 'failed', code: 'not_for_sale' })
    const outcome = await askAndSign(world, 'buyRandom', mara, { collection_id: shop.collectionId })
    expect(outcome).toMatchObject({ status: 'success', outcome: { nftokenID: id, paidDrops: '10100000' } })
    await cronUntil(world, 'shown', async () =>
      (await world.call(`/api/nft?id=${id}`)).text.includes('Veiled Thing'),
    )
    expect(await allReleased(shop.collectionId)()).toBe(true)
  })

  test('draws an item while any is left, under concurrent reservations', async () => {
    const shop = await openShop(world, { random: true, items: 3 })
    const { database, done } = openReader()
    const drawing = new AbortController()
    const [last] = shop.items.toSorted().slice(-1)
    const others = (async () => {
      while (!drawing.signal.aborted) {
        await world.query(
          `insert into reservations (id, collection_id, buyer, item_id, random, state, until, sign_request_id)
           values (gen_random_uuid(), $1, 'rOther', $2, true, 'reserved', now() + interval '1 hour', gen_random_uuid())`,
          [shop.collectionId, last],
        )
        await world.query(`delete from reservations where item_id = $1`, [last])
      }
    })()
    const order = { collectionId: shop.collectionId, marketplace: world.marketplace.address, buyer: 'rBuyer' }
    const drawn: unknown[] = []
    for (let i = 0; i < 250; i += 1) drawn.push(await drawCandidate(database.read, order))
    drawing.abort()
    await others
    await done()
    expect(drawn.filter((candidate) => candidate === null)).toEqual([])
  })

  test('draws another item when the drawn one is withdrawn before it is reserved', async () => {
    const shop = await openShop(world, { random: true, items: 2 })
    const [first, second] = shop.items
    await world.query(`update demand_items set state = 'draft' where id = $1`, [second])
    const slow = new Client({ connectionString: world.databaseUrl })
    await slow.connect()
    try {
      await slow.query('begin')
      await slow.query('select 1 from demand_items where id = $1 for update', [first])
      const asking = ask(world, 'buyRandom', nina, { collection_id: shop.collectionId })
      await lockAwaited(world)
      await slow.query(`update demand_items set state = 'removed' where id = $1`, [first])
      await slow.query(`update demand_items set state = 'for_sale' where id = $1`, [second])
      await slow.query('commit')
      await asking
    } finally {
      await slow.end()
    }
    expect(
      await world.query('select item_id from reservations where collection_id = $1', [shop.collectionId]),
    ).toEqual([{ item_id: second }])
  })

  longTest('draws every item equally often', async () => {
    const shop = await openShop(world, { random: true, items: 10 })
    const { database, done } = openReader()
    const counts = new Map(shop.items.map((id) => [id, 0]))
    for (let i = 0; i < 400; i += 1) {
      const drawn = await drawCandidate(database.read, {
        collectionId: shop.collectionId,
        marketplace: world.marketplace.address,
        buyer: mara.account.address,
      })
      const id = drawn?.id ?? ''
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    await done()
    expect(counts.size).toBe(10)
    expect(chiSquare([...counts.values()])).toBeLessThan(chiSquareLimit(10))
  })
})
