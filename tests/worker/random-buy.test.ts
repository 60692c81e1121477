import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { lockWaitingEntries } from '#db/queries/draw/anchors.ts'
import { drawCandidate } from '#db/queries/demand/candidates.ts'
import { parseRows } from '#db/sql/rows.ts'
import { asJson, callRpc } from '#local/lib/rpc.ts'
import type { Session } from '#tests/support/api.ts'
import { chiSquare, chiSquareLimit } from '#tests/support/chi-square.ts'
import { png } from '#tests/support/media-files.ts'
import { everythingReadable } from '#tests/support/public-replies.ts'
import { drawable, openShop, type Shop } from '#tests/support/shop.ts'
import type { Context } from '#worker/domain/context.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import {
  type AnchorEntry,
  DrawAnchorsReply,
  DrawEpochsReply,
  DrawsReply,
} from '#draw-verifier/draw-records.ts'
import {
  anchorMemoType,
  anchorRoot,
  anchorText,
  bytesToHex,
  commitmentMemoType,
  commitmentText,
  drawOutcome,
  hexToBytes,
  holdEnd,
  isReceiptOf,
  memoHex,
  positionLeaf,
  rootOfPath,
  seedBefore,
} from '#draw-verifier/draws.ts'
import { compose } from '#worker/compose.ts'
import { readEnvironment } from '#worker/read-environment.ts'
import { makeDraws } from '#worker/domain/random/make-draws.ts'
import { verifySite } from '#draw-verifier/verify-site.ts'
import { CheckReply, DrawReferences } from '#contract/schemas/sign-requests.ts'
import { filled, sendForm, words } from './creating.ts'
import {
  advanceClock,
  ask,
  askAndSign,
  askReply,
  cronUntil,
  drawnRequest,
  offerIndexed,
  openForBusiness,
  whileNoLedgerCloses,
} from './helpers.ts'
import { rippleEpochSeconds } from '#contract/rules/ledger.ts'
import { longTest, sampleOf } from '#tests/support/sample.ts'
import { not } from '#tests/support/state.ts'

let world: TestWorld
let mara: Session
let nina: Session

beforeAll(async () => {
  world = await createTestWorld()
  await openForBusiness(world)
  mara = await world.connect(await world.fund('Mara'))
  nina = await world.connect(await world.fund('Nina'))
})
afterAll(() => world?.close())

const openItems = (collectionId: string) =>
  world.rowsOf('demand_items', { collection_id: collectionId, state: 'for_sale' })
const allReleased = (collectionId: string) => async () =>
  (await world.openReservations({ collection_id: collectionId })).length === 0

/** Opens the database as the worker does; `done` waits for background work. */
function openReader() {
  const pending: Promise<unknown>[] = []
  const database = openDatabase({
    url: world.databaseUrl,
    proxy: inject('services').databaseProxy,
    waitUntil: (work) => pending.push(work),
  })
  return { database, done: () => Promise.all(pending) }
}

const readAs = async <S extends v.GenericSchema>(schema: S, path: string) =>
  v.parse(schema, (await world.call(path)).body)

/** Returns one page each of the public record of a collection's draws. */
async function readRecord(collectionId: string) {
  const [{ draws }, { epochs }, { anchors }] = await Promise.all([
    readAs(DrawsReply, `/api/collection/draws?id=${collectionId}`),
    readAs(DrawEpochsReply, `/api/collection/draws/epochs?id=${collectionId}`),
    readAs(DrawAnchorsReply, `/api/collection/draws/anchors?id=${collectionId}`),
  ])
  return { draws, epochs, anchors }
}

/**
 * Returns the numbers of a random collection that visitors see side by side: its figures, its list of works, and the
 * works that can be drawn.
 */
async function figuresOf(collectionId: string) {
  const [{ body: info }, { body: list }, { body: rules }] = await Promise.all([
    world.call(`/api/collection/info?id=${collectionId}`),
    world.call(`/api/collection/nfts?id=${collectionId}`),
    world.call(`/api/collection/buying_rules?id=${collectionId}`),
  ])
  return {
    items: info['itemsCount'],
    works: list['count'],
    listed: info['listedCount'],
    free: asJson(rules['random'])['available'],
  }
}

async function transactionOf(hash: string) {
  const reply = await callRpc(world.ledgerUrl, 'tx', { transaction: hash, api_version: 2 })
  return asJson(reply['tx_json'])
}

/** Returns type and text of a transaction's only memo. */
async function memoOf(hash: string): Promise<string[]> {
  const { Memos: memos } = await transactionOf(hash)
  const [memo] = Array.isArray(memos) ? memos.map((entry) => asJson(asJson(entry)['Memo'])) : []
  return ['MemoType', 'MemoData'].map((name) => Buffer.from(String(memo?.[name]), 'hex').toString())
}

async function headerOf(index: number) {
  const { ledger, ledger_hash: hash } = await callRpc(world.ledgerUrl, 'ledger', {
    ledger_index: index,
    api_version: 2,
  })
  return { ledger: index, hash: String(hash), closeTime: Number(asJson(ledger)['close_time']) }
}

/** Returns the verifier's verdict on the record, using the ledger's node twice. */
async function verdictOn(collection: string) {
  const { sentence, refused } = await verifySite({
    site: world.url,
    collection,
    nodes: [world.ledgerUrl, world.ledgerUrl],
  })
  return [sentence, refused.map((one) => one.sentence)]
}

/** Pays for a draw once it is made. */
async function payFor(uuid: string, session: Session) {
  await world.sign(await drawnRequest(world, uuid, session), session.account)
  return world.outcomeOf(uuid, session, 40_000)
}

/** Adds an item with a secret name to a random collection, by the artist's form. */
async function addSecretItem({ collectionId, taxon }: Shop, artist: Session) {
  const added = await sendForm(
    world,
    'addDemandItem',
    artist,
    filled({
      metadata: words({ name: 'Whisperfield', attributes: [{ trait_type: 'Murmur', value: 'zephyrine' }] }),
      taxon: String(taxon),
      amount: '7000000',
      thumbnailFile: new Blob([png(23, 17)]),
    }),
  )
  expect(added.body).toMatchObject({ status: 'success' })
  const [item = {}] = await world.rowsOf('demand_items', { collection_id: collectionId })
  const [mediaCid = ''] = Array.isArray(item['files']) ? item['files'].map(String) : []
  return { id: String(item['id']), metadataCid: String(item['metadata_cid']), mediaCid }
}

/** Verifies the first draw of a collection of five items using only the published record and the ledger. */
async function expectProvenDraw(collectionId: string, account: string) {
  const { epochs, draws, anchors } = await readRecord(collectionId)
  const [epoch] = epochs
  const [draw] = draws
  const [anchor] = anchors
  if (epoch === undefined || draw === undefined || anchor === undefined || draw.reveal === null)
    throw new Error('No record.')
  const entries = [{ kind: 'request', collection: collectionId, epoch: 1, number: 1, account: account }]
  expect(anchor).toMatchObject({ txid: draw.anchorTxid, entries })
  const root = bytesToHex(await anchorRoot(anchor.entries))
  expect(await memoOf(anchor.txid)).toEqual([anchorMemoType, anchorText({ root, count: 1 })])
  const beacon = await headerOf(anchor.ledger + 1)
  expect(draw).toMatchObject({ beaconLedger: anchor.ledger + 1, beaconHash: beacon.hash, state: 'sold' })
  const seed = hexToBytes(draw.seed ?? '')
  expect(bytesToHex(await seedBefore(seed))).toBe(epoch.chainTip)
  const chance = { seed, beacon, account: draw.account, number: 1 }
  expect(draw.position).toBe(await drawOutcome(chance, { count: 5, draws: [], withdrawals: [] }))
  const { salt, metadataCid, path, nftokenID, mintTxid } = draw.reveal
  const leaf = await positionLeaf(draw.position ?? -1, hexToBytes(salt), metadataCid)
  const place = { index: draw.position ?? -1, count: 5, path: path.map(hexToBytes) }
  expect(bytesToHex((await rootOfPath(leaf, place)) ?? new Uint8Array())).toBe(epoch.root)
  expect(await verdictOn(collectionId)).toEqual(['The only draw in this collection is fair.', []])
  const minted = await transactionOf(mintTxid)
  expect(minted).toMatchObject({
    TransactionType: 'NFTokenMint',
    Expiration: holdEnd(beacon.closeTime),
    URI: memoHex(`ipfs://${metadataCid}`),
  })
  expect(await world.rowsOf('demand_items', { token_id: nftokenID })).toMatchObject([
    { metadata_cid: metadataCid },
  ])
}

/** Repeats the draw in a transaction that is rolled back. Returns the state of the draw. */
async function drawAgain(context: Context, collectionId: string, before: SQL, meanwhile: SQL) {
  const undone = context.db.transaction(async (tx) => {
    await tx.execute(sql`update draws set state = 'anchored', position = null, seed = null, beacon_ledger = null
    where collection_id = ${collectionId}`)
    await tx.execute(before)
    let isMoved = false
    const watched = new Proxy(tx, {
      get(target, name) {
        if (name !== 'execute') return Reflect.get(target, name, target)
        return async (query: SQL) => {
          const result = await target.execute(query)
          if (!isMoved) await target.execute(meanwhile)
          isMoved = true
          return result
        }
      },
    })
    const db = {
      ...context.db,
      transaction: <T>(work: (own: typeof tx) => Promise<T>) => work(watched),
    }
    await makeDraws({ ...context, db }, collectionId)
    const [draw] = parseRows(
      v.object({ state: v.string() }),
      await tx.execute(sql`select state from draws where collection_id = ${collectionId}`),
    )
    throw Object.assign(new Error('undone'), { state: draw?.state })
  })
  return undone.catch((error: unknown) => Object(error).state)
}

describe('a random collection', () => {
  test('hides its items until they are paid for, then shows everything', async () => {
    const shop = await openShop(world, { random: true, items: 0 })
    const artist = await world.connect(shop.artist)
    const { id, metadataCid, mediaCid } = await addSecretItem(shop, artist)
    const media = `/media/ipfs/${mediaCid}`
    await drawable(world, shop.collectionId)
    const secrets = ['Whisperfield', 'Murmur', 'zephyrine']
    const uuid = await ask(world, 'buyRandom', mara, { collection_id: shop.collectionId })
    const minted = (await world.itemOf(id)) ?? {}
    const token = String(minted['token_id'])
    await world.cron()
    const subject = {
      collectionId: shop.collectionId,
      artist: shop.artist.address,
      ids: [token, id],
      words: ['Whisperf', 'zephyr'],
    }
    for (const session of sampleOf([mara, undefined], 1)) {
      const readable = await everythingReadable(world, subject, session)
      for (const secret of [...secrets, mediaCid]) expect(readable).not.toContain(secret)
    }
    // The buyer's pending reply does not reveal it either; the issuer sees it.
    expect(
      (await askReply(world, 'buyRandom', mara, { collection_id: shop.collectionId })).text,
    ).not.toContain('Whisper')
    expect((await world.call(`/api/nft/demand/own?id=${id}`, { session: artist })).text).toContain(
      'Whisperfield',
    )
    for (const path of [media, `${media}?w=300`, `/media/ipfs/${metadataCid}`])
      expect((await world.call(path)).status).toBe(404)
    await world.sign(uuid, mara.account)
    expect(await world.outcomeOf(uuid, mara)).toMatchObject({
      status: 'success',
      outcome: { nftokenID: token },
    })
    const view = await world.call(`/api/nft?id=${token}`)
    expect(asJson(view.body['nft'])).toMatchObject({
      metadata: { name: 'Whisperfield' },
      owner: mara.account.address,
    })
    // Available immediately, before a job has moved the file.
    expect((await world.call(media)).status).toBe(200)
    await cronUntil(
      world,
      'pinned',
      async () => (await fetch(`${world.stack.urls.ipfs}/ipfs/${metadataCid}`)).status === 200,
    )
  })

  longTest('returns an unpaid draw to the pool, and another buyer draws among the rest', async () => {
    const shop = await openShop(world, { random: true, items: 4 })
    const body = { collection_id: shop.collectionId }
    const uuid = await ask(world, 'buyRandom', mara, body)
    expect(await ask(world, 'buyRandom', mara, body)).toBe(uuid)
    const [first = {}] = await world.reservationsOf(shop.collectionId)
    await world.reject(uuid)
    // The rejection alone has this effect: no cron runs in between.
    expect(await world.outcomeOf(uuid, mara)).toMatchObject({
      status: 'rejected',
      data: 'Request is rejected by signer.',
    })
    // The hold continues, so that everyone can compute the free positions. Another request pays for the same draw.
    const again = await askAndSign(world, 'buyRandom', mara, body)
    expect(again['status']).toBe('success')
    expect(await world.rowsOf('draws', { collection_id: shop.collectionId })).toHaveLength(1)
    const sold = await world.reservationsOf(shop.collectionId, { state: 'sold' })
    expect(sold).toMatchObject([{ item_id: first['item_id'] }])
    for (let left = 3; left > 0; left -= 1) {
      expect(await openItems(shop.collectionId)).toHaveLength(left)
      expect((await askAndSign(world, 'buyRandom', nina, body))['status']).toBe('success')
    }
    const none = await askReply(world, 'buyRandom', nina, body)
    expect(none.body).toMatchObject({
      status: 'failed',
      code: 'sold_out',
      data: 'Nothing in this collection can be bought: everything is sold.',
    })
    const rules = await world.call(`/api/collection/buying_rules?id=${shop.collectionId}`)
    expect(rules.body).toMatchObject({ random: { available: 0, mayReturn: false } })
  })

  longTest('begins its draws when no item has come for a minute, and says what is happening', async () => {
    const shop = await openShop(world, { random: true, items: 3, drawable: false })
    const { collectionId } = shop
    const epochs = () => world.rowsOf('draw_epochs', { collection_id: collectionId })
    await cronUntil(world, 'chain', async () => {
      const [chain] = await world.rowsOf('draw_chains', { collection_id: collectionId })
      return typeof chain?.['tip'] === 'string'
    })
    await world.cron()
    expect(await epochs()).toEqual([])
    const early = await askReply(world, 'buyRandom', mara, { collection_id: collectionId })
    expect(early.body).toMatchObject({
      status: 'failed',
      code: 'draws_preparing',
      data: 'Works are still being added to this collection. Its draws begin when no work has been added for a minute.',
    })
    const rules = await world.call(`/api/collection/buying_rules?id=${collectionId}`)
    expect(rules.body).toMatchObject({ random: { available: 0, preparing: true, filling: true } })
    await drawable(world, collectionId)
    // All items are in one epoch.
    expect(await epochs()).toMatchObject([{ count: 3 }])
  })

  test('does not sell items by name or to their issuer', async () => {
    const shop = await openShop(world, { random: true, items: 1 })
    const direct = await askReply(world, 'buyOnDemand', mara, { nftDatabaseID: shop.items[0] })
    expect(direct.body).toMatchObject({ status: 'failed', code: 'not_for_sale' })
    const artist = await world.connect(shop.artist)
    const own = await askReply(world, 'buyRandom', artist, { collection_id: shop.collectionId })
    expect(own.body).toMatchObject({ status: 'failed', code: 'own_collection' })
    const poor = await world.connect(await world.fund('Poor', 20))
    const reply = await askReply(world, 'buyRandom', poor, { collection_id: shop.collectionId })
    expect(reply.body).toMatchObject({ status: 'failed', code: 'insufficient_funds' })
    expect(await world.reservationsOf(shop.collectionId)).toEqual([])
  })

  longTest('also draws what its issuer has minted and listed, without fetching its metadata', async () => {
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

  longTest('shows everybody how it was drawn, and the work itself after the sale', async () => {
    const shop = await openShop(world, { random: true, items: 5 })
    const record = await readRecord(shop.collectionId)
    await cronUntil(world, 'counted', async () => (await figuresOf(shop.collectionId)).items === 5)
    expect(await figuresOf(shop.collectionId)).toEqual({ items: 5, works: 5, listed: 5, free: 5 })
    const [epoch] = record.epochs
    if (epoch === undefined) throw new Error('There is no epoch.')
    expect(await memoOf(epoch.commitmentTxid)).toEqual([commitmentMemoType, commitmentText(epoch)])
    const draw = await askReply(world, 'buyRandom', mara, { collection_id: shop.collectionId })
    const { uuid, receipt } = v.parse(DrawReferences, draw.body['data'])
    expect(receipt).toMatchObject({
      number: 1,
      epoch: 1,
      account: mara.account.address,
      drawKey: epoch.drawKey,
    })
    expect(await isReceiptOf(epoch.drawKey, receipt, receipt.signature)).toBe(true)
    expect(
      v.parse(CheckReply, (await world.call(`/api/xumm/check/${uuid}`, { session: mara })).body),
    ).toMatchObject({
      status: 'pending',
      draw: { collection: shop.collectionId, number: 1, receipt },
    })
    const request = await drawnRequest(world, uuid, mara)
    const held = (await readRecord(shop.collectionId)).draws[0]
    expect(held).toMatchObject({
      number: 1,
      state: 'held',
      receipt: receipt.signature,
      reveal: null,
      workName: null,
      workImage: null,
    })
    // A work that is held for its buyer is no longer listed, but it is still an item of the collection.
    expect(await figuresOf(shop.collectionId)).toEqual({ items: 5, works: 5, listed: 4, free: 4 })
    await world.sign(request, mara.account)
    // The number that the buyer received first still counts.
    expect(await world.outcomeOf(uuid, mara)).toMatchObject({ status: 'success' })
    await cronUntil(
      world,
      'published',
      async () => (await readRecord(shop.collectionId)).draws[0]?.reveal !== null,
    )
    await expectProvenDraw(shop.collectionId, mara.account.address)
    const id = (await readRecord(shop.collectionId)).draws[0]?.reveal?.nftokenID ?? ''
    const image = {
      kind: 'image',
      src: '/media/ipfs/drawn',
      contentType: null,
      width: 4,
      height: 5,
      color: null,
    }
    await cronUntil(world, 'indexed', async () => (await world.tokenOf(id))?.['metadata_state'] === 'ready')
    const metadata = Object((await world.tokenOf(id))?.['metadata'])
    await world.changeToken(id, { metadata: { ...metadata, image } })
    await expect.poll(async () => (await readRecord(shop.collectionId)).draws[0]?.workImage).toEqual(image)
  })

  longTest(
    'gives each of many people one of the last items, and tells the rest that it is sold out',
    async () => {
      const shop = await openShop(world, { random: true, items: 3 })
      const crowd = await Promise.all(
        ['a', 'b', 'c', 'd', 'e', 'f'].map(async (name) => world.connect(await world.fund(name))),
      )
      const replies = await Promise.all(
        crowd.map((session) => askReply(world, 'buyRandom', session, { collection_id: shop.collectionId })),
      )
      const refused = replies.filter(({ status }) => status === 200)
      const taken =
        'Nothing in this collection can be bought at the moment. Reserved items may become available again.'
      expect(refused.map(({ body }) => [body['code'], body['data']])).toEqual(
        Array.from({ length: 3 }, () => ['sold_out', taken]),
      )
      const outcomes = await Promise.all(
        crowd.flatMap((session, place) => {
          const draw = v.safeParse(DrawReferences, replies[place]?.body['data'])
          return draw.success ? [payFor(draw.output.uuid, session)] : []
        }),
      )
      expect(outcomes.map(({ status }) => status)).toEqual(['success', 'success', 'success'])
      const drawn = await world.rowsOf('draws', { collection_id: shop.collectionId }, ['number'])
      expect(drawn.map(({ number }) => number)).toEqual([1, 2, 3])
      expect(new Set(drawn.map(({ position }) => position)).size).toBe(3)
      const reservations = await world.rowsOf('reservations', {
        id: drawn.map((draw) => draw['reservation_id']),
      })
      expect(reservations.map(({ item_id: id }) => id).toSorted()).toEqual(shop.items.toSorted())
    },
  )

  longTest('publishes what its issuer withdraws, and draws by price', async () => {
    const shop = await openShop(world, { random: true, items: 4 })
    const artist = await world.connect(shop.artist)
    const [removed, dearer] = shop.items
    const body = { collection_id: shop.collectionId }
    await whileNoLedgerCloses(world, async () => {
      const removal = await world.call('/api/nft/demand/remove', {
        session: artist,
        body: { nftDatabaseID: removed },
      })
      expect(removal.body).toMatchObject({ status: 'success' })
      const priced = await world.call('/api/nft/demand/sell_now', {
        session: artist,
        body: { nftDatabaseID: dearer, amount: '200000000' },
      })
      expect(priced.body).toMatchObject({ status: 'success' })
      // Nobody can draw before everyone can see the remaining items.
      expect((await askReply(world, 'buyRandom', mara, body)).body).toMatchObject({ code: 'draws_preparing' })
    })
    const withdrawn = () => world.rowsOf('draw_withdrawals', { collection_id: shop.collectionId })
    await cronUntil(world, 'withdrawn', async () =>
      (await withdrawn()).every(({ ledger_index: at }) => at !== null),
    )
    const changed = await askReply(world, 'buyRandom', mara, { ...body, expectedAmount: '200000000' })
    expect(changed.body).toMatchObject({ status: 'failed', code: 'price_changed' })
    for (const buyer of [mara, nina])
      expect(await askAndSign(world, 'buyRandom', buyer, body)).toMatchObject({ status: 'success' })
    expect((await askReply(world, 'buyRandom', mara, body)).body).toMatchObject({ code: 'sold_out' })
    const { anchors } = await readRecord(shop.collectionId)
    const kinds = anchors.toReversed().flatMap(({ entries }) => entries.map(({ kind }) => kind))
    expect(kinds).toEqual(['withdrawal', 'withdrawal', 'request', 'request'])
    // The more expensive item is included in the next epoch, which the issuer starts.
    const started = await world.call('/api/collection/draws/start_epoch', {
      session: artist,
      body: { collectionID: shop.collectionId },
    })
    expect(started.body).toMatchObject({ status: 'success' })
    await drawable(world, shop.collectionId)
    const next = await askAndSign(world, 'buyRandom', mara, { ...body, expectedAmount: '200000000' })
    expect(next).toMatchObject({ status: 'success', outcome: { paidDrops: '200000000' } })
    const record = await readRecord(shop.collectionId)
    expect(record.epochs.map(({ epoch, firstNumber, count }) => [epoch, firstNumber, count])).toEqual([
      [2, 3, 1],
      [1, 1, 4],
    ])
    const again = await world.call('/api/collection/draws/start_epoch', {
      session: artist,
      body: { collectionID: shop.collectionId },
    })
    expect(again.body).toMatchObject({ status: 'failed', code: 'collection_busy' })
    await cronUntil(world, 'published', async () =>
      (await readRecord(shop.collectionId)).draws.every(({ state }) => state === 'sold'),
    )
    expect(await verdictOn(shop.collectionId)).toEqual([expect.stringMatching(/^All 3 draws/), []])
  })

  longTest(
    'refuses to withdraw while a draw has no result, and withholds what is anchored too late',
    async () => {
      const shop = await openShop(world, { random: true, items: 2 })
      const artist = await world.connect(shop.artist)
      let uuid = ''
      await whileNoLedgerCloses(world, async () => {
        const draw = await askReply(world, 'buyRandom', nina, { collection_id: shop.collectionId })
        uuid = v.parse(DrawReferences, draw.body['data']).uuid
        const removed = await world.call('/api/nft/demand/remove', {
          session: artist,
          body: { nftDatabaseID: shop.items[0] },
        })
        expect(removed.body).toMatchObject({ status: 'failed', code: 'reserved' })
        const started = await world.call('/api/collection/draws/start_epoch', {
          session: artist,
          body: { collectionID: shop.collectionId },
        })
        expect(started.body).toMatchObject({ status: 'failed', code: 'collection_busy' })
        const [row] = await world.rowsOf('draws', { collection_id: shop.collectionId })
        await world.changeRows(
          'draws',
          { collection_id: shop.collectionId },
          { ledger_index: Number(row?.['ledger_index']) - 51 },
        )
      })
      expect(await world.outcomeOf(uuid, nina, 40_000)).toMatchObject({
        status: 'failed',
        code: 'draw_withheld',
      })
      const { draws } = await readRecord(shop.collectionId)
      expect(draws).toMatchObject([{ state: 'withheld', position: null, seed: null }])
      // The number stays withheld, and the next one is drawn.
      expect(await askAndSign(world, 'buyRandom', nina, { collection_id: shop.collectionId })).toMatchObject({
        status: 'success',
      })
      expect((await readRecord(shop.collectionId)).draws.map(({ number }) => number)).toEqual([2, 1])
    },
  )

  longTest('draws on when the secret of another collection is lost', async () => {
    const lost = await openShop(world, { random: true, items: 2 })
    const shop = await openShop(world, { random: true, items: 1 })
    const olga = await world.connect(await world.fund('Olga'))
    const draw = await askReply(world, 'buyRandom', olga, { collection_id: lost.collectionId })
    const request = await drawnRequest(world, v.parse(DrawReferences, draw.body['data']).uuid, olga)
    expect(request).toBeDefined()
    // The state after a change of DRAW_SECRET without the earlier secret: a receipt to sign, and an item to withdraw.
    await world.changeRows('draws', { collection_id: lost.collectionId }, { receipt: null })
    await world.changeRows(
      'draw_epochs',
      { collection_id: lost.collectionId },
      { sealed: '00000000.AAAA', draw_key: '00'.repeat(32) },
    )
    const reserved = (await world.reservationsOf(lost.collectionId)).map((row) => row['item_id'])
    await world.changeRows(
      'demand_items',
      { collection_id: lost.collectionId, id: not(...reserved) },
      { state: 'removed' },
    )
    const bought = await askAndSign(world, 'buyRandom', mara, { collection_id: shop.collectionId })
    expect(bought).toMatchObject({ status: 'success' })
    await cronUntil(
      world,
      'published',
      async () => (await readRecord(shop.collectionId)).draws[0]?.reveal !== null,
    )
  })

  longTest(
    'draws from what is certain: not from a ledger applied meanwhile, nor with a withdrawal under way',
    async () => {
      const shop = await openShop(world, { random: true, items: 2 })
      const { collectionId } = shop
      expect(await askAndSign(world, 'buyRandom', mara, { collection_id: collectionId })).toMatchObject({
        status: 'success',
      })
      const waiting: Promise<unknown>[] = []
      const context = compose(readEnvironment(world.stack.bindings))('draws', (work) => waiting.push(work))
      const madeAgain = (before: SQL, meanwhile: SQL) => drawAgain(context, collectionId, before, meanwhile)
      const nothing = sql`select 1`
      expect(await madeAgain(nothing, nothing)).not.toBe('anchored')
      const beacon = sql`(select max(a.ledger_index) + 1 from draw_anchors a join draws d on d.anchor_id = a.id
      where d.collection_id = ${collectionId})`
      const cursorAt = (ledger: SQL) => sql`update ledger_cursor set ledger_index = ${ledger}`
      expect(await madeAgain(cursorAt(sql`${beacon} - 1`), cursorAt(beacon))).toBe('anchored')
      const underWay = sql`with anchor as (insert into draw_anchors (id, state, root, count)
        values (gen_random_uuid(), 'open', '', 1) returning id)
      insert into draw_withdrawals (collection_id, epoch, position, leaf, path, anchor_id)
      select ${collectionId}, 1, 0, '', '[]', id from anchor`
      expect(await madeAgain(underWay, nothing)).toBe('anchored')
      /** True if nothing was offered although the index is this many seconds past the beacon. */
      const unofferedAfter = (seconds: number) => sql`
      with freed as (update demand_items set state = 'for_sale' where collection_id = ${collectionId}),
        unbound as (update reservations set state = 'reserved', item_id = null, offer_id = null
          where collection_id = ${collectionId})
      update ledger_cursor set closed_at = to_timestamp((b.header->>'closeTime')::bigint + ${rippleEpochSeconds}) + make_interval(secs => ${seconds}::int)
        from draw_beacons b where b.ledger_index = ${beacon}`
      expect(await madeAgain(unofferedAfter(719), nothing)).toBe('held')
      expect(await madeAgain(unofferedAfter(721), nothing)).toBe('withheld')
      await Promise.all(waiting)
    },
  )

  longTest('anchors requests of others while an artist withdraws many items', async () => {
    const { database, done } = openReader()
    let entries: AnchorEntry[] = []
    const undone = database.transaction(async (tx) => {
      await tx.execute(sql`insert into draw_withdrawals (collection_id, epoch, position, leaf, path, created_at)
        select 'many', 1, n, '', '[]'::jsonb, now() - interval '1 minute' from generate_series(1, 300) n
        union all select 'few', 1, 1, '', '[]'::jsonb, now()`)
      await tx.execute(sql`insert into draws (collection_id, number, epoch, account, ledger_index, reservation_id)
        select c, 1, 1, 'r', max(ledger_index), gen_random_uuid() from ledger_cursor, unnest(array['many', 'few', 'zero']) c group by c`)
      entries = await lockWaitingEntries(tx)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await done()
    const of = (kind: AnchorEntry['kind'], id: string) =>
      entries.filter(({ kind: one, collection }) => one === kind && collection === id).length
    expect([of('request', 'few'), of('request', 'zero'), of('withdrawal', 'few')]).toEqual([1, 1, 1])
    // A request waits for all earlier withdrawals from its collection.
    expect([of('request', 'many'), of('withdrawal', 'many') > 100]).toEqual([0, true])
    expect(entries.length).toBeLessThanOrEqual(256)
  })

  longTest('draws a lapsed position again for its account, and another one for others', async () => {
    const shop = await openShop(world, { random: true, items: 6 })
    const body = { collection_id: shop.collectionId }
    const uuid = await ask(world, 'buyRandom', nina, body)
    await world.reject(uuid)
    await world.outcomeOf(uuid, nina)
    // Held until the end: the offer can still be accepted.
    await world.cron()
    expect((await readRecord(shop.collectionId)).draws[0]).toMatchObject({ state: 'held' })
    await advanceClock(world, 901)
    await cronUntil(world, 'lapsed', async () => {
      const [draw] = (await readRecord(shop.collectionId)).draws
      return draw?.state === 'lapsed'
    })
    await cronUntil(world, 'cancelled', allReleased(shop.collectionId))
    expect(await askAndSign(world, 'buyRandom', nina, body)).toMatchObject({ status: 'success' })
    expect(await askAndSign(world, 'buyRandom', mara, body)).toMatchObject({ status: 'success' })
    await cronUntil(world, 'published', async () => {
      const [third, second] = (await readRecord(shop.collectionId)).draws
      return third?.state === 'sold' && second?.state === 'sold'
    })
    const [third, second, first] = (await readRecord(shop.collectionId)).draws
    expect(second?.position).toBe(first?.position)
    expect(third?.position).not.toBe(first?.position)
    expect(await world.reservationsOf(shop.collectionId, { unpaid: true })).toHaveLength(1)
    expect(await verdictOn(shop.collectionId)).toEqual([expect.stringMatching(/^All 3 draws/), []])
  })

  longTest('draws every listed token equally often', async () => {
    const shop = await openShop(world, { random: true, items: 0 })
    const toMarket = { destination: world.marketplace.address }
    const tokens: string[] = []
    for (let place = 0; place < 10; place += 1) {
      const id = await world.mint(shop.artist, { taxon: shop.taxon })
      tokens.push(id)
      await offerIndexed(world, await world.list(shop.artist, id, 10_000_000n, toMarket))
    }
    const { database, done } = openReader()
    const counts = new Map(tokens.map((id) => [id, 0]))
    for (let i = 0; i < 400; i += 1) {
      const id = await drawCandidate(database.http, {
        collectionId: shop.collectionId,
        marketplace: world.marketplace.address,
      })
      counts.set(id ?? '', (counts.get(id ?? '') ?? 0) + 1)
    }
    await done()
    expect(counts.size).toBe(10)
    expect(chiSquare([...counts.values()])).toBeLessThan(chiSquareLimit(10))
  })
})
