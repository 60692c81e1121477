import { deriveAddress, deriveKeypair, generateSeed } from 'ripple-keypairs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { nftokenFlags, rippleEpochSeconds } from '#contract/rules/ledger.ts'
import { whySaleFails } from '#worker/domain/trade/explain-undone.ts'
import { routes } from '#contract/addresses.ts'
import { lendingCaps } from '#contract/limits/treasury.ts'
import { lendTickets } from '#db/queries/part/presigned-parts.ts'
import { completeReleased } from '#db/queries/demand/settle-reservations.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { openShop } from '#tests/support/shop.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { compose } from '#worker/compose.ts'
import { cidOf } from '#worker/domain/media/cid.ts'
import { writeTotals } from '#worker/domain/demand/write-totals.ts'
import { readEnvironment } from '#worker/read-environment.ts'
import { filled, sendForm, words } from './creating.ts'
import {
  advanceClock,
  ask,
  askAndSign,
  askReply,
  cronUntil,
  ledgerSeconds,
  openForBusiness,
} from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'
import { hoursFromNow, secondsAgo } from '#tests/support/state.ts'

let world: TestWorld
let buyer: Session
let other: Session
let artist: Session
let collectionId: string
let taxon: number

beforeAll(async () => {
  world = await createTestWorld({ batch: true })
  await openForBusiness(world)
  buyer = await inTwoSteps('Buyer')
  other = await inTwoSteps('Other')
  const shop = await openShop(world)
  artist = await world.connect(shop.artist)
  ;({ collectionId, taxon } = shop)
})
afterAll(() => world.close())

/**
 * Returns an account that buys in two steps. Other accounts sign once for the whole sale, and use tickets of the
 * marketplace until then.
 */
async function inTwoSteps(name: string): Promise<Session> {
  const session = await world.connect(await world.fund(name))
  await world.changeRows('wallets', { account: session.account.address }, { no_batch_at: new Date() })
  return session
}

const context = () => compose(readEnvironment(world.stack.bindings))('a test', () => undefined)

const phase = (startsAt: string, more: object = {}) => ({
  startsAt,
  endsAt: null,
  priceDrops: '20000000',
  decline: null,
  perAccount: 0,
  audience: 'everyone',
  holdersOf: null,
  ...more,
})

/** Returns the ledger's time plus a number of seconds, in ISO 8601. */
const inSeconds = async (seconds: number) =>
  new Date(((await ledgerSeconds(world)) + seconds + rippleEpochSeconds) * 1000).toISOString()

const add = async (phases: object[], prints: string | null = '3', payees: object[] = []) =>
  sendForm(world, 'addEdition', artist, {
    ...filled({
      metadata: words({ name: 'Night Tide' }),
      taxon: String(taxon),
      phases: JSON.stringify(phases),
    }),
    ...(prints === null ? {} : { prints }),
    ...(payees.length === 0 ? {} : { payees: JSON.stringify(payees) }),
    rowKey: crypto.randomUUID(),
  })

const idOfEdition = ({ body }: Awaited<ReturnType<typeof add>>) =>
  String(Reflect.get(Object(body['data']), 'edition'))

async function opened(phases: object[], prints: string | null = '3', payees: object[] = []) {
  const reply = await add(phases, prints, payees)
  await advanceClock(world, 60)
  await world.cron()
  return idOfEdition(reply)
}

const soon = () => inSeconds(30)

async function editionOf(id: string) {
  const reply = await world.call(`/api/edition?id=${id}`)
  expectContract('getEdition', reply)
  return reply.body['edition']
}

test('prints are sold in order with their numbers, and the artist is paid for each', async () => {
  const [first, second] = [await soon(), await inSeconds(4000)]
  const id = await opened([phase(first, { endsAt: second }), phase(second)], '2')
  const buy = (who: Session) =>
    askAndSign(world, 'buyPrint', who, { edition: id, expectedAmount: '20000000' })
  expect(await buy(buyer)).toMatchObject({ status: 'success', outcome: { paidDrops: '20000000' } })
  expect(await buy(other)).toMatchObject({ status: 'success' })
  expect(await editionOf(id)).toMatchObject({ prints: 2, sold: 2, reserved: 0 })
  const prints = await world.rowsOf('demand_items', { edition_id: id })
  expect(prints.map(({ name, state }) => [name, state]).toSorted()).toEqual([
    ['Night Tide 1/2', 'sold'],
    ['Night Tide 2/2', 'sold'],
  ])
  const [print] = prints.filter(({ number }) => number === 1)
  expect(await world.ownerOf(String(print?.['token_id']), [buyer.account])).toBe(buyer.account.address)
  const refused = await askReply(world, 'buyPrint', buyer, { edition: id, expectedAmount: '20000000' })
  expect(refused.body).toMatchObject({ status: 'failed', code: 'sold_out' })
  await cronUntil(world, 'prints published', async () =>
    (await world.rowsOf('demand_items', { edition_id: id })).every((row) => row['published_at'] !== null),
  )
  const page = await world.call(`/api/nft?id=${String(print?.['token_id'])}`)
  expect(page.body['nft']).toMatchObject({ metadata: { name: 'Night Tide 1/2' } })
  const cid = String(print?.['metadata_cid'])
  await cronUntil(
    world,
    'metadata pinned',
    async () => (await world.rowsOf('pins', { cid }))[0]?.['state'] === 'pinned',
  )
  const document = String(print?.['document'])
  expect(await cidOf(new TextEncoder().encode(document))).toBe(cid)
  expect(JSON.parse(document)).toMatchObject({
    name: 'Night Tide 1/2',
    attributes: expect.arrayContaining([{ trait_type: 'Print', value: '1/2' }]),
  })
  // Nobody is notified that the next phase starts.
  await advanceClock(world, 4000)
  await world.cron()
  const news = (await world.rowsOf('events')).map(({ key }) => String(key))
  expect(news.filter((key) => key.startsWith('edition_') && key.includes(id))).toHaveLength(1)
})

const buyFor = (who: Session, id: string, drops = '20000000', more: object = {}) =>
  askReply(world, 'buyPrint', who, { edition: id, expectedAmount: drops, ...more })

test('a number that a buyer does not pay for goes to the next buyer', async () => {
  const id = await opened([phase(await soon())])
  const unpaid = await buyFor(buyer, id)
  expect(unpaid.status).toBe(202)
  await askAndSign(world, 'buyPrint', other, { edition: id, expectedAmount: '20000000' })
  expect(await editionOf(id)).toMatchObject({ sold: 1, reserved: 1 })
  await advanceClock(world, 16 * 60)
  await cronUntil(world, 'print released', async () =>
    (await world.rowsOf('reservations', { edition_id: id })).every(
      (row) => row['state'] !== 'reserved' && row['state'] !== 'offered' && row['state'] !== 'cancelling',
    ),
  )
  await askAndSign(world, 'buyPrint', other, { edition: id, expectedAmount: '20000000' })
  const prints = await world.rowsOf('demand_items', { edition_id: id, state: 'sold' })
  expect(prints.map(({ number }) => number).toSorted()).toEqual([1, 2])
})

test('phases open and close by the time of the ledger, each for its own buyers and up to its limit', async () => {
  const [first, second, third, end] = [
    await inSeconds(120),
    await inSeconds(720),
    await inSeconds(1320),
    await inSeconds(2400),
  ]
  await world.addToWhitelist(collectionId, buyer.account.address, 1)
  const work = await world.mint(other.account, { taxon: 77 })
  await world.addCollection({ id: 'held', issuer: other.account.address, taxon: 77, name: 'Held' })
  await cronUntil(world, 'token indexed', async () => (await world.tokenOf(work)) !== undefined)
  const id = await opened(
    [
      phase(first, { endsAt: second, audience: 'whitelist' }),
      phase(second, { endsAt: third, audience: 'holders', holdersOf: 'held', priceDrops: '30000000' }),
      phase(third, { endsAt: end, perAccount: 1, priceDrops: '40000000' }),
    ],
    null,
  )
  const code = async (who: Session, drops: string) => (await buyFor(who, id, drops)).body['code']
  const buys = (who: Session, drops: string) =>
    askAndSign(world, 'buyPrint', who, { edition: id, expectedAmount: drops })
  expect(await code(buyer, '20000000')).toBe('phase_closed')
  await advanceClock(world, 120)
  await world.cron()
  expect(await code(other, '20000000')).toBe('not_whitelisted')
  await buys(buyer, '20000000')
  expect(await code(buyer, '20000000')).toBe('purchase_limit')
  await advanceClock(world, 600)
  await world.cron()
  expect(await code(other, '20000000')).toBe('price_changed')
  expect(await code(buyer, '30000000')).toBe('not_a_holder')
  await buys(other, '30000000')
  expect(await code(other, '30000000')).toBe('not_a_holder')
  await advanceClock(world, 600)
  await world.cron()
  await buys(buyer, '40000000')
  expect(await code(buyer, '40000000')).toBe('phase_limit')
  await advanceClock(world, 1200)
  await world.cron()
  expect(await code(other, '40000000')).toBe('phase_closed')
  const names = (await world.rowsOf('demand_items', { edition_id: id, state: 'sold' })).map(
    ({ name }) => name,
  )
  expect(names.toSorted()).toEqual(['Night Tide 1', 'Night Tide 2', 'Night Tide 3'])
})

/**
 * Connects a follower of the artist and an account that watches the collection. `kinds` returns the kinds of the
 * notifications about editions, which are the same for both.
 */
async function connectFans() {
  const follower = await world.connect(await world.fund('Follower'))
  const watcher = await world.connect(await world.fund('Watcher'))
  await world.call('/api/account/follow', {
    session: follower,
    body: { followee: artist.account.address },
  })
  const watch = { kind: 'collection', id: collectionId, price: null, at: new Date().toISOString() }
  await world.call(routes.watch.path, { session: watcher, body: { items: [watch] } })
  const kinds = async () => {
    await world.cron()
    await world.cron()
    const [followed, watched] = await Promise.all(
      [follower, watcher].map(async ({ account }) =>
        (await world.notificationsOf(account.address))
          .map(({ kind }) => kind)
          .filter((kind) => String(kind).startsWith('edition'))
          .toSorted(),
      ),
    )
    expect(watched).toEqual(followed)
    return followed
  }
  await world.removeRows('editions')
  return { follower, watcher, kinds }
}

test('fans are notified an hour before a phase starts and when it starts, once payees have agreed', async () => {
  const { follower, kinds } = await connectFans()
  await add([phase(await inSeconds(5400))])
  // Nobody is notified of an edition that cannot be sold yet.
  const payees = [share(follower.account.address, 1000)]
  const unagreed = idOfEdition(await add([phase(await inSeconds(5500))], '3', payees))
  expect(await kinds()).toEqual([])
  await advanceClock(world, 2400)
  expect(await kinds()).toEqual(['edition_soon'])
  await advanceClock(world, 3600)
  expect(await kinds()).toEqual(['edition_open', 'edition_soon'])
  const onSale = async () => JSON.stringify((await world.call('/api/editions')).body)
  expect(await onSale()).not.toContain(unagreed)
  await agree(follower, unagreed)
  expect(await kinds()).toEqual(['edition_open', 'edition_open', 'edition_soon'])
  expect(await kinds()).toHaveLength(3)
  expect(await onSale()).toContain(unagreed)
})

longTest(
  'fans are notified when a start moves to a later hour, but not when it moves within the hour',
  async () => {
    const { watcher, kinds } = await connectFans()
    const start = await inSeconds(5400)
    const edition = idOfEdition(await add([phase(start)]))
    expect(await kinds()).toEqual([])
    await advanceClock(world, 2400)
    expect(await kinds()).toEqual(['edition_soon'])
    // Saving phases again, or moving a start within the hour, causes no second notification.
    const later = await inSeconds(3300)
    const moveTo = async (startsAt: string) => {
      const body = { edition, phases: [phase(startsAt)] }
      const changed = await world.call('/api/edition/change', { session: artist, body })
      expect(changed.body).toMatchObject({ status: 'success' })
      return kinds()
    }
    for (const startsAt of [start, later]) expect(await moveTo(startsAt)).toEqual(['edition_soon'])
    // A start that moves to a later hour is told each time, and announced again.
    const [moved, movedAgain] = [await inSeconds(9000), await inSeconds(9600)]
    expect(await moveTo(moved)).toEqual(['edition_moved', 'edition_soon'])
    expect(await moveTo(movedAgain)).toEqual(['edition_moved', 'edition_moved', 'edition_soon'])
    const movedStarts = (await world.notificationsOf(watcher.account.address))
      .filter(({ kind }) => kind === 'edition_moved')
      .map(({ ends_at: at, amount }) => `${new Date(String(at)).toISOString()} ${String(amount)}`)
    expect(movedStarts.toSorted()).toEqual([moved, movedAgain].map((at) => `${at} 20000000`))
    await advanceClock(world, 6600)
    expect(await kinds()).toEqual(['edition_moved', 'edition_moved', 'edition_soon', 'edition_soon'])
    await advanceClock(world, 3600)
    const all = ['edition_moved', 'edition_moved', 'edition_open', 'edition_soon', 'edition_soon']
    expect(await kinds()).toEqual(all)
  },
)

test('accounts that were told of a start are told another price, a pause and a close before it, once each', async () => {
  const watcher = await world.connect(await world.fund('Mina'))
  const watch = { kind: 'collection', id: collectionId, price: null, at: new Date().toISOString() }
  await world.call(routes.watch.path, { session: watcher, body: { items: [watch] } })
  const news = async () => {
    await world.cron()
    await world.cron()
    const { body } = await world.call('/api/account/notifications', { session: watcher })
    const list = Array.isArray(body['notifications']) ? body['notifications'].map(Object) : []
    return list.map(({ kind, amount, endsAt }) => `${kind} ${amount} ${endsAt}`).toReversed()
  }
  const change = async (edition: string, body: object) => {
    const reply = await world.call('/api/edition/change', { session: artist, body: { edition, ...body } })
    expect(reply.body).toMatchObject({ status: 'success' })
    return news()
  }
  await world.removeRows('editions')
  const start = await inSeconds(5400)
  const first = idOfEdition(await add([phase(start)]))
  // Nobody was told of the start yet.
  expect(await change(first, { state: 'paused' })).toEqual([])
  expect(await change(first, { state: 'running' })).toEqual([])
  await advanceClock(world, 2400)
  const soonNews = `edition_soon 20000000 ${start}`
  expect(await news()).toEqual([soonNews])
  const priceNews = `edition_moved 15000000 ${start}`
  const cheaper = { phases: [phase(start, { priceDrops: '15000000' })] }
  for (const body of [cheaper, cheaper]) expect(await change(first, body)).toEqual([soonNews, priceNews])
  const toldPause = [soonNews, priceNews, `edition_paused 15000000 ${start}`]
  for (const state of ['paused', 'running', 'paused'])
    expect((await change(first, { state })).at(-1)).toEqual(toldPause.at(-1))
  expect(await news()).toEqual(toldPause)
  expect(await change(first, { state: 'closed' })).toEqual([...toldPause, `edition_closed 15000000 ${start}`])
  // An artist can cause three notifications of changes in an hour.
  for (const drops of ['16000000', '17000000', '18000000']) {
    const at = await inSeconds(3000)
    const edition = idOfEdition(await add([phase(at)]))
    await news()
    await change(edition, { phases: [phase(at, { priceDrops: drops })] })
  }
  expect((await news()).filter((line) => line.startsWith('edition_moved'))).toHaveLength(3)
})

test('a falling price is that of the ledger of the reservation, and never more than the buyer saw', async () => {
  const decline = { lowestDrops: '5000000', stepDrops: '10000000', stepSeconds: 600 }
  const id = await opened([phase(await soon(), { priceDrops: '40000000', decline })])
  expect((await buyFor(buyer, id, '30000000')).body).toMatchObject({
    code: 'price_changed',
    data: 'The price has changed. It is now 40 XRP.',
  })
  await advanceClock(world, 600)
  await world.cron()
  expect(
    await askAndSign(world, 'buyPrint', buyer, { edition: id, expectedAmount: '40000000' }),
  ).toMatchObject({
    outcome: { paidDrops: '30000000' },
  })
  await advanceClock(world, 6000)
  await world.cron()
  expect(
    await askAndSign(world, 'buyPrint', other, { edition: id, expectedAmount: '30000000' }),
  ).toMatchObject({
    outcome: { paidDrops: '5000000' },
  })
})

test('the artist pauses, resumes and closes an edition, and nobody else does', async () => {
  const id = await opened([phase(await soon())])
  const change = (session: Session, body: object) =>
    world.call('/api/edition/change', { session, body: { edition: id, ...body } })
  expect((await change(other, { state: 'closed' })).body).toMatchObject({ code: 'forbidden' })
  expect((await change(artist, { phases: [phase(await inSeconds(600))] })).body).toMatchObject({
    code: 'not_for_sale',
  })
  expect((await change(artist, { state: 'paused' })).body).toMatchObject({ status: 'success' })
  expect((await buyFor(buyer, id)).body).toMatchObject({ code: 'edition_paused' })
  await change(artist, { state: 'running' })
  await askAndSign(world, 'buyPrint', buyer, { edition: id, expectedAmount: '20000000' })
  await change(artist, { state: 'closed' })
  expect((await buyFor(other, id)).body).toMatchObject({ code: 'edition_closed' })
  expect((await change(artist, { state: 'running' })).body).toMatchObject({ code: 'edition_closed' })
  const states = (await world.rowsOf('demand_items', { edition_id: id })).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['removed', 'removed', 'sold'])
})

/** Reserves number 1 for an account that does not pay, and sells number 2. Returns how the account's time passes. */
async function leaveFirstUnpaid(id: string, drops: string) {
  const idle = await inTwoSteps('Idle')
  expect((await buyFor(idle, id, drops)).status).toBe(202)
  await askAndSign(world, 'buyPrint', other, { edition: id, expectedAmount: drops })
  return async () => {
    await advanceClock(world, 16 * 60)
    await cronUntil(world, 'number 1 released', () =>
      world.hasRow('reservations', { edition_id: id, buyer: idle.account.address, state: 'released' }),
    )
  }
}

const statesOf = async (id: string) =>
  (await world.rowsOf('demand_items', { edition_id: id }))
    .map(({ number, state }) => `${String(number)} ${String(state)}`)
    .toSorted()

test('a number that is not paid for stays on sale after the artist has closed the edition', async () => {
  const id = await opened([phase(await soon())])
  const lapse = await leaveFirstUnpaid(id, '20000000')
  const leaveOut = () =>
    world.call('/api/edition/change', { session: artist, body: { edition: id, leaveOut: 1 } })
  expect((await leaveOut()).body).toMatchObject({ code: 'reserved' })
  await changeTo(id, 'closed')
  expect((await buyFor(buyer, id)).body).toMatchObject({ code: 'edition_closed' })
  await lapse()
  expect(await editionOf(id)).toMatchObject({ state: 'closed', sold: 1, unpaidNumber: 1 })
  await changeTo(id, 'closed')
  expect(
    await askAndSign(world, 'buyPrint', buyer, { edition: id, expectedAmount: '20000000' }),
  ).toMatchObject({
    outcome: { paidDrops: '20000000' },
  })
  expect(await statesOf(id)).toEqual(['1 sold', '2 sold', '3 removed'])
  expect(await editionOf(id)).toMatchObject({ sold: 2, unpaidNumber: null })
  expect((await buyFor(buyer, id)).body).toMatchObject({ code: 'edition_closed' })
  expect((await leaveOut()).body).toMatchObject({ code: 'reserved' })
})

test('the artist can leave out a number of a closed edition that was not paid for', async () => {
  const id = await opened([phase(await soon())])
  const lapse = await leaveFirstUnpaid(id, '20000000')
  await changeTo(id, 'closed')
  await lapse()
  const leaveOut = (session: Session) =>
    world.call('/api/edition/change', { session, body: { edition: id, leaveOut: 1 } })
  expect((await leaveOut(buyer)).body).toMatchObject({ code: 'forbidden' })
  for (let time = 0; time < 2; time += 1)
    expect((await leaveOut(artist)).body).toMatchObject({ status: 'success' })
  expect(await statesOf(id)).toEqual(['1 removed', '2 sold', '3 removed'])
  expect((await buyFor(buyer, id)).body).toMatchObject({ code: 'edition_closed' })
})

longTest('closing an edition keeps the phase and the price of a number that is not paid for', async () => {
  const decline = { lowestDrops: '5000000', stepDrops: '10000000', stepSeconds: 600 }
  const later = await inSeconds(7200)
  const id = await opened([
    phase(await soon(), { priceDrops: '40000000', decline, endsAt: later }),
    phase(later, { priceDrops: '0', perAccount: 1 }),
  ])
  const lapse = await leaveFirstUnpaid(id, '40000000')
  await changeTo(id, 'closed')
  await lapse()
  for (const seconds of [3600, 3600]) {
    await advanceClock(world, seconds)
    await world.cron()
    expect((await buyFor(buyer, id, '30000000')).body).toMatchObject({
      code: 'price_changed',
      data: 'The price has changed. It is now 40 XRP.',
    })
  }
  const remove = await world.call('/api/collection/remove', {
    session: artist,
    body: { collectionID: collectionId },
  })
  expect(String(remove.body['data'])).toContain('numbers of closed editions are still for sale')
  expect(
    await askAndSign(world, 'buyPrint', buyer, { edition: id, expectedAmount: '40000000' }),
  ).toMatchObject({
    outcome: { paidDrops: '40000000' },
  })
})

test('a number that is not paid for stays on sale after the last phase at its last price', async () => {
  const decline = { lowestDrops: '5000000', stepDrops: '10000000', stepSeconds: 600 }
  const [start, end] = [await soon(), await inSeconds(30 + 900)]
  const terms = { priceDrops: '40000000', decline, endsAt: end, perAccount: 1 }
  const id = await opened([phase(start, terms)])
  const lapse = await leaveFirstUnpaid(id, '40000000')
  await lapse()
  await advanceClock(world, 3600)
  await world.cron()
  expect(await editionOf(id)).toMatchObject({ state: 'running', unpaidNumber: 1 })
  expect((await buyFor(other, id, '40000000')).body).toMatchObject({ code: 'phase_limit' })
  expect((await buyFor(buyer, id, '20000000')).body).toMatchObject({ code: 'price_changed' })
  expect(
    await askAndSign(world, 'buyPrint', buyer, { edition: id, expectedAmount: '40000000' }),
  ).toMatchObject({
    outcome: { paidDrops: '30000000' },
  })
  // Number 3 was never reserved, so it is not sold after the end.
  expect((await buyFor(await inTwoSteps('Late'), id, '40000000')).body).toMatchObject({
    code: 'phase_closed',
  })
})

test('wrong phases are refused with the field and a sentence, and a repeated call makes one edition', async () => {
  const past = await add([phase('2020-01-01T00:00:00Z')])
  expect(past.body).toMatchObject({ code: 'validation_failed', data: 'The start must be in the future.' })
  const [first, second] = [await inSeconds(600), await inSeconds(900)]
  const overlapping = await add([phase(first, { endsAt: second }), phase(first)])
  expect(overlapping.body).toMatchObject({ data: 'A phase must start after the previous phase ends.' })
  const rising = await add([
    phase(first, { decline: { lowestDrops: '30000000', stepDrops: '1', stepSeconds: 60 } }),
  ])
  expect(rising.body).toMatchObject({ data: 'The lowest price must be below the first price.' })
})

test('of many buyers at once each gets a print of their own, or is told that none is left', async () => {
  const id = await opened([phase(await soon(), { perAccount: 1 })], '2')
  const crowd = await Promise.all(Array.from({ length: 4 }, (_, index) => inTwoSteps(`Crowd ${index}`)))
  const replies = await Promise.all(crowd.map((who) => buyFor(who, id)))
  expect(replies.filter(({ status }) => status === 202)).toHaveLength(2)
  const rest = replies.filter(({ status }) => status !== 202)
  expect(new Set(rest.map(({ body }) => body['code']))).toEqual(new Set(['sold_out']))
  const reservations = await world.rowsOf('reservations', { edition_id: id })
  expect(new Set(reservations.map((row) => row['item_id'])).size).toBe(2)
})

const changeTo = (id: string, state: string) =>
  world.call('/api/edition/change', { session: artist, body: { edition: id, state } })

longTest(
  'a print that is reserved when its edition closes can be paid for, and is burned if it is not',
  async () => {
    // An account may leave three reservations unpaid, so the buyer of the other tests is spared.
    const idle = await inTwoSteps('Idle')
    const id = await opened([phase(await soon())])
    await ask(world, 'buyPrint', idle, { edition: id, expectedAmount: '20000000' })
    await cronUntil(
      world,
      'print offered',
      async () => (await world.rowsOf('reservations', { edition_id: id }))[0]?.['state'] === 'offered',
    )
    await changeTo(id, 'closed')
    await advanceClock(world, 16 * 60)
    const isBurned = ({ burned_at }: Record<string, unknown>) => burned_at !== null
    await cronUntil(world, 'print burned', async () =>
      (await world.rowsOf('demand_items', { edition_id: id })).some(isBurned),
    )
    const states = (await world.rowsOf('demand_items', { edition_id: id })).map(({ state }) => state)
    expect(states).toEqual(['removed', 'removed', 'removed'])
  },
)

longTest(
  'a buyer who has reserved at a higher price is told it before the same print is asked for again',
  async () => {
    const early = await inTwoSteps('Early')
    const decline = { lowestDrops: '5000000', stepDrops: '10000000', stepSeconds: 600 }
    const id = await opened([phase(await soon(), { priceDrops: '40000000', decline })])
    expect((await buyFor(early, id, '40000000')).status).toBe(202)
    await advanceClock(world, 600)
    await world.cron()
    const lower = await buyFor(early, id, '30000000')
    expect(lower.body).toMatchObject({
      code: 'price_changed',
      expectedAmount: '40000000',
    })
    expect((await buyFor(early, id, '40000000')).status).toBe(202)
  },
)

test('times that cannot be read or are far away, and collections that do not exist, are refused', async () => {
  const unread = await add([phase('2099-01-01T00:00:00+00')])
  expect(unread.body).toMatchObject({ code: 'validation_failed' })
  const far = await add([phase('2099-01-01T00:00:00Z')])
  expect(far.body).toMatchObject({ data: 'An edition can be on sale for at most a year from now.' })
  const noHolders = await add([phase(await inSeconds(600), { audience: 'holders', holdersOf: 'nowhere' })])
  expect(noHolders.body).toMatchObject({ data: 'Choose the collection whose holders can buy.' })
})

longTest(
  'a sale that completes after its reservation was released is recorded, although its holder has bought again',
  async () => {
    const work = await world.mint(other.account, { taxon: 78 })
    await world.addCollection({ id: 'later', issuer: other.account.address, taxon: 78, name: 'Later' })
    await cronUntil(world, 'token indexed', async () => (await world.tokenOf(work)) !== undefined)
    const id = await opened([phase(await soon(), { audience: 'holders', holdersOf: 'later' })])
    await askAndSign(world, 'buyPrint', other, { edition: id, expectedAmount: '20000000' })
    const [sold] = await world.rowsOf('reservations', { edition_id: id, holder_nft: work })
    const [print] = await world.rowsOf('demand_items', { edition_id: id, number: 2 })
    const late = crypto.randomUUID()
    await world.copyRows('reservations', { id: sold?.['id'] }, [
      { id: late, item_id: print?.['id'], state: 'released' },
    ])
    await context().db.transaction((tx) => completeReleased(tx, late))
    expect(await world.rowsOf('reservations', { id: late })).toMatchObject([{ state: 'sold' }])
  },
)

test('a free print costs its claimer only the cost of the transaction, and nobody is owed anything', async () => {
  const id = await opened([phase(await soon(), { priceDrops: '0', perAccount: 1 })])
  const balance = async ({ account }: Session) => world.balanceOf(account.address)
  const before = await balance(other)
  expect(await askAndSign(world, 'buyPrint', other, { edition: id, expectedAmount: '0' })).toMatchObject({
    status: 'success',
    outcome: { paidDrops: '0' },
  })
  const spent = before - (await balance(other))
  expect(spent > 0n && spent < 1000n).toBe(true)
  const [print] = await world.rowsOf('demand_items', { edition_id: id, number: 1 })
  expect(print).toMatchObject({ state: 'sold' })
  expect(await world.ownerOf(String(print?.['token_id']), [other.account])).toBe(other.account.address)
  const [sold] = await world.rowsOf('reservations', { edition_id: id, state: 'sold' })
  expect(await world.rowsOf('payouts', { reservation_id: sold?.['id'] })).toEqual([])
  expect((await buyFor(other, id, '0')).body).toMatchObject({ code: 'phase_limit' })
  await world.cron()
  const notifications = await world.notificationsOf(other.account.address)
  expect(notifications.filter(({ kind }) => kind === 'airdrop')).toEqual([])
})

test('a free print is for accounts that the ledger shows to be older, and for those on the whitelist', async () => {
  const id = await opened([phase(await soon(), { priceDrops: '0', perAccount: 1 })])
  const young = await world.connect(await world.fund('Young'))
  expect((await buyFor(young, id, '0')).body).toMatchObject({ code: 'account_too_new' })
  await world.addToWhitelist(collectionId, young.account.address, 0)
  expect(await askAndSign(world, 'buyPrint', young, { edition: id, expectedAmount: '0' })).toMatchObject({
    status: 'success',
  })
  expect(await world.rowsOf('presigned_parts', { account: young.account.address })).toMatchObject([
    { state: 'used', settled_at: expect.any(Date) },
  ])
  // After a claim, an account still counts as one that has not traded here.
  const lent = await context().db.transaction((tx) =>
    lendTickets(tx, {
      lending: crypto.randomUUID(),
      account: young.account.address,
      count: 1,
      caps: { ...lendingCaps, newcomers: 0 },
    }),
  )
  expect(lent).toEqual([])
  const paid = await opened([phase(await soon())])
  const later = await inTwoSteps('Later')
  expect((await buyFor(later, paid)).status).toBe(202)
})

longTest('a free print that is not taken goes to the next account, with the same token', async () => {
  const idle = await inTwoSteps('Idle 2')
  const id = await opened([phase(await soon(), { priceDrops: '0', perAccount: 2 })])
  await ask(world, 'buyPrint', idle, { edition: id, expectedAmount: '0' })
  await cronUntil(
    world,
    'print offered',
    async () => (await world.rowsOf('reservations', { edition_id: id }))[0]?.['state'] === 'offered',
  )
  await advanceClock(world, 16 * 60)
  await cronUntil(
    world,
    'print released',
    async () => (await world.rowsOf('reservations', { edition_id: id }))[0]?.['state'] === 'released',
  )
  expect(await world.rowsOf('reservations', { edition_id: id })).toMatchObject([{ unpaid: true }])
  const [minted] = await world.rowsOf('demand_items', { edition_id: id, number: 1 })
  await askAndSign(world, 'buyPrint', other, { edition: id, expectedAmount: '0' })
  expect(await world.rowsOf('demand_items', { edition_id: id, number: 1 })).toMatchObject([
    { state: 'sold', token_id: minted?.['token_id'] },
  ])
  expect(await world.ownerOf(String(minted?.['token_id']), [other.account])).toBe(other.account.address)
})

longTest('an artist who cannot be paid is no reason why a claim of a free print failed', async () => {
  const id = await opened([phase(await soon(), { priceDrops: '0', perAccount: 1 })])
  const [print] = await world.rowsOf('demand_items', { edition_id: id, number: 1 })
  const address = artist.account.address
  await world.run(artist.account, { TransactionType: 'AccountSet', SetFlag: 1 })
  const reason = await whySaleFails(context(), other.account.address, {
    kind: 'demand',
    itemId: String(print?.['id']),
    artist: address,
    priceDrops: '0',
    isClaim: true,
    payoutTag: null,
    offer: { tokenId: null, taxon, transferFee: 0, flags: nftokenFlags.transferable, uri: '00' },
  })
  await world.run(artist.account, { TransactionType: 'AccountSet', ClearFlag: 1 })
  expect(reason).toBeNull()
})

longTest('what an account is owed counts, however many shares of others are owed for its works', async () => {
  const [creator, payee] = [buyer.account.address, other.account.address]
  await world.addRows(
    'payouts',
    Array.from({ length: 201 }, (_, place) => ({
      reservation_id: crypto.randomUUID(),
      place: 0,
      artist: place === 0 ? creator : payee,
      creator,
      collection_id: collectionId,
      nft_id: '0'.repeat(64),
      amount_drops: 5,
      price_drops: 20,
      fee_drops: 1,
      royalty_drops: 1,
      state: 'owed',
      due_at: hoursFromNow(24),
      created_at: secondsAgo(-place),
    })),
  )
  const list = await world.call('/api/account/payouts', { session: buyer })
  await world.removeRows('payouts', { creator })
  expect(list.body).toMatchObject({ owedDrops: '5' })
  expect(list.body['payouts']).toContainEqual(expect.objectContaining({ payee: creator }))
})

const setFaults = (faults: object[]) =>
  fetch(`${world.ledgerUrl}/admin/faults`, { method: 'POST', body: JSON.stringify(faults) })

test('the artist is told what the ledger and the files lack, and keeps the figures when the ledger is silent', async () => {
  const id = await opened([phase(await soon())])
  const report = async () => {
    const reply = await world.call(`/api/edition/report?id=${id}`, { session: artist })
    expectContract('getEditionReport', reply)
    return reply.body
  }
  const set = (fields: object) => world.run(artist.account, { TransactionType: 'AccountSet', ...fields })
  await world.changeRows('media', {}, { pinned_at: new Date() })
  const ready = { authorized: true, payout: 'arrives', unpinned: 0 }
  expect(await report()).toMatchObject({ checks: ready })
  await set({ SetFlag: 9 })
  expect(await report()).toMatchObject({ checks: { ...ready, payout: 'needs_permission' } })
  await world.run(artist.account, {
    TransactionType: 'DepositPreauth',
    Authorize: world.marketplace.address,
  })
  expect(await report()).toMatchObject({ checks: ready })
  await set({ ClearFlag: 9 })
  await set({ SetFlag: 1 })
  await set({ ClearFlag: 10 })
  await world.changeRows('media', {}, { pinned_at: null })
  const lacking = await report()
  expect(lacking).toMatchObject({ checks: { authorized: false, payout: 'needs_tag' } })
  expect(lacking).toHaveProperty(
    'checks.unpinned',
    expect.toSatisfy((count) => Number(count) > 0),
  )
  await setFaults([{ kind: 'http-error', status: 503, method: 'account_info' }])
  try {
    expect(await report()).toMatchObject({ sold: 0, checks: null })
  } finally {
    await setFaults([])
  }
  await set({ SetFlag: 10, NFTokenMinter: world.marketplace.address })
  await set({ ClearFlag: 1 })
})

const share = (account: string, perMille: number) => ({ account, perMille })
const agree = (who: Session, id: string) =>
  world.call('/api/split/agree', { session: who, body: { split: id } })
const sharesOf = (id: string) => world.sharesOf({ edition_id: id })
const priceOfSplit = '20000003'

/** The people of a shared edition: a buyer, a payee, and the accounts of all payees in order. */
interface SharedSale {
  buyer: Session
  payee: Session
  accounts: string[]
}

/** Expects the report of two sold prints, whose revenue is shared, and that only the artist may read it. */
async function expectSharedReport(
  id: string,
  { buyer: lastBuyer, payee, accounts, shares }: SharedSale & { shares: bigint[] },
): Promise<void> {
  const report = await world.call(`/api/edition/report?id=${id}`, { session: artist })
  expectContract('getEditionReport', report)
  expect(report.body).toMatchObject({
    sold: 2,
    waiting: 0,
    lapsed: 0,
    priceDrops: '40000006',
    feeDrops: '800000',
    royaltyDrops: '1000000',
    payees: accounts.map((account, place) => ({
      account,
      paidDrops: String(2n * (shares[place] ?? 0n)),
      owedDrops: '0',
    })),
  })
  const sales = await world.call(`/api/edition/sales?id=${id}`, { session: artist })
  expectContract('getEditionSales', sales)
  expect(sales.body).toMatchObject({
    sales: expect.arrayContaining([
      expect.objectContaining({
        number: 2,
        buyer: lastBuyer.account.address,
        phase: 0,
        priceDrops: priceOfSplit,
        feeDrops: '400000',
      }),
    ]),
    next: null,
  })
  expect((await world.call(`/api/edition/report?id=${id}`, { session: payee })).body).toMatchObject({
    code: 'forbidden',
  })
}

/** Expects that the Batch of the second sale paid all payees, and that each payee reads their payouts. */
async function expectSharedPayouts(
  rows: Awaited<ReturnType<typeof sharesOf>>,
  { buyer: lastBuyer, payee, accounts }: SharedSale,
): Promise<void> {
  // The Batch has paid all three.
  const [part] = await world.rowsOf('presigned_parts', { account: lastBuyer.account.address })
  const hashes: unknown[] = Array.isArray(part?.['hashes']) ? part['hashes'] : []
  expect(rows.slice(3).every(({ txid }) => hashes.includes(txid))).toBe(true)
  const [own, others] = await Promise.all(
    [artist, payee].map((session) => world.call('/api/account/payouts', { session })),
  )
  expect(own?.body['payouts']).toEqual(
    expect.arrayContaining([expect.objectContaining({ payee: accounts[2], amountDrops: '3170600' })]),
  )
  expect(others?.body).toMatchObject({
    owedDrops: '0',
    payouts: [{ payee: accounts[1] }, { payee: accounts[1] }],
  })
}

longTest(
  'payees share the part of the artist to the drop, by one signature or two, once all of them have agreed',
  async () => {
    const [ada, ben] = [
      await world.connect(await world.fund('Ada')),
      await world.connect(await world.fund('Ben')),
    ]
    const whole = await world.connect(await world.fund('Whole'))
    const slow = await inTwoSteps('Slow')
    const accounts = [artist, ada, ben].map(({ account }) => account.address)
    const payees = [
      share(accounts[0] ?? '', 501),
      share(accounts[1] ?? '', 333),
      share(accounts[2] ?? '', 166),
    ]
    const id = await opened([phase(await soon(), { priceDrops: priceOfSplit })], '3', payees)
    expect((await buyFor(buyer, id, priceOfSplit)).body).toMatchObject({ code: 'payees_pending' })
    expect((await agree(other, id)).body).toMatchObject({ code: 'forbidden' })
    expect((await agree(ada, id)).body).toMatchObject({ status: 'success' })
    expect((await buyFor(buyer, id, priceOfSplit)).body).toMatchObject({ code: 'payees_pending' })
    expect(await editionOf(id)).toMatchObject({
      payees: [{ agreed: true }, { agreed: true }, { agreed: false }],
    })
    const isTold = async () => {
      await world.cron()
      const keys = (await world.rowsOf('events')).map(({ key }) => String(key))
      return keys.some((key) => key.startsWith(`edition_open:${id}`))
    }
    expect(await isTold()).toBe(false)
    await agree(ben, id)
    await agree(ben, id)
    expect(await isTold()).toBe(true)
    const before = await Promise.all(accounts.map((account) => world.balanceOf(account)))
    // 20,000,003 minus 2 % and a royalty of 2.5 % is 19,100,003. Two drops cannot be divided.
    const shares = [9_569_103n, 6_360_300n, 3_170_600n]
    await askAndSign(world, 'buyPrint', slow, { edition: id, expectedAmount: priceOfSplit })
    await askAndSign(world, 'buyPrint', whole, { edition: id, expectedAmount: priceOfSplit })
    await cronUntil(world, 'paid', async () => (await sharesOf(id)).every(({ state }) => state === 'paid'))
    const rows = await sharesOf(id)
    expect(rows.map(({ artist: account, amount_drops: drops }) => [account, BigInt(String(drops))])).toEqual(
      [...accounts, ...accounts].map((account, place) => [account, shares[place % 3]]),
    )
    const gained = await Promise.all(
      accounts.map(async (account, place) => (await world.balanceOf(account)) - (before[place] ?? 0n)),
    )
    expect(gained).toEqual([2n * (9_569_103n + 500_000n), 2n * 6_360_300n, 2n * 3_170_600n])
    await expectSharedReport(id, { buyer: whole, payee: ada, accounts, shares })
    await expectSharedPayouts(rows, { buyer: whole, payee: ada, accounts })
  },
)

longTest(
  'a payee who cannot be paid delays no sale: the share stays owed, is shown, and is paid later',
  async () => {
    const [tagged, guarded, absent, plain] = await Promise.all([
      world.connect(await world.fund('Tagged')),
      world.connect(await world.fund('Guarded')),
      world.connect(await world.fund('Absent', 2)),
      world.connect(await world.fund('Plain')),
    ])
    const whole = await world.connect(await world.fund('Whole 2'))
    await world.run(tagged.account, { TransactionType: 'AccountSet', SetFlag: 1 })
    await world.run(guarded.account, { TransactionType: 'AccountSet', SetFlag: 9 })
    const missing = deriveAddress(deriveKeypair(generateSeed()).publicKey)
    const payees = [
      share(tagged.account.address, 200),
      share(guarded.account.address, 200),
      share(missing, 200),
      share(absent.account.address, 200),
      share(plain.account.address, 200),
    ]
    const id = await opened([phase(await soon(), { priceDrops: priceOfSplit })], '3', payees)
    for (const session of [tagged, guarded, absent, plain]) await agree(session, id)
    // The account was deleted after it had agreed.
    await world.changeRows('split_payees', { split_id: id }, { agreed_at: new Date() })
    expect(
      await askAndSign(world, 'buyPrint', whole, { edition: id, expectedAmount: priceOfSplit }),
    ).toMatchObject({
      status: 'success',
    })
    await cronUntil(world, 'refused', async () =>
      (await sharesOf(id)).every(({ state, result }) => state === 'paid' || result !== null),
    )
    expect(
      (await sharesOf(id)).map(({ amount_drops: drops, state, result }) => [drops, state, result]),
    ).toEqual([
      ['3820003', 'owed', 'tecDST_TAG_NEEDED'],
      ['3820000', 'owed', 'tecNO_PERMISSION'],
      // The payment creates the account again, because it exceeds the reserve.
      ['3820000', 'paid', null],
      ['3820000', 'paid', null],
      ['3820000', 'paid', null],
    ])
    const list = await world.call('/api/account/payouts', { session: artist })
    expect(list.body['payouts']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ payee: tagged.account.address, state: 'owed', amountDrops: '3820003' }),
      ]),
    )
    const own = await world.call('/api/account/payouts', { session: tagged })
    expect(own.body).toMatchObject({ owedDrops: '3820003', payouts: [{ state: 'owed' }] })
    expect(own.text).toContain('destination tag')
    await world.call('/api/account/payout_tag', { session: tagged, body: { destinationTag: 7 } })
    await world.run(guarded.account, { TransactionType: 'AccountSet', ClearFlag: 9 })
    await world.changeRows('payouts', { artist: guarded.account.address }, { due_at: new Date() })
    await cronUntil(world, 'paid', async () => (await sharesOf(id)).every(({ state }) => state === 'paid'))
  },
)

longTest(
  'a payee who refuses payments after the Batch was prepared undoes it once, and the next purchase succeeds',
  async () => {
    const payee = await world.connect(await world.fund('Fickle'))
    const whole = await world.connect(await world.fund('Whole 3'))
    const payees = [share(artist.account.address, 500), share(payee.account.address, 500)]
    const id = await opened([phase(await soon(), { priceDrops: priceOfSplit })], '3', payees)
    await agree(payee, id)
    const uuid = await ask(world, 'buyPrint', whole, { edition: id, expectedAmount: priceOfSplit })
    await world.run(payee.account, { TransactionType: 'AccountSet', SetFlag: 1 })
    await world.sign(uuid, whole.account)
    const check = async () => {
      await world.cron()
      return (await world.call(`/api/xumm/check/${uuid}`, { session: whole })).body
    }
    await expect.poll(check, { timeout: 20_000 }).toMatchObject({ status: 'failed' })
    expect(JSON.stringify(await check())).toContain('A payee could not be paid in this transaction.')
    // The payee tries the same again, but now the Batch does not depend on any payee.
    await world.run(payee.account, { TransactionType: 'AccountSet', ClearFlag: 1 })
    const secondTry = await ask(world, 'buyPrint', whole, { edition: id, expectedAmount: priceOfSplit })
    await world.run(payee.account, { TransactionType: 'AccountSet', SetFlag: 1 })
    await world.sign(secondTry, whole.account)
    expect(await world.outcomeOf(secondTry, whole, 40_000)).toMatchObject({ status: 'success' })
    await cronUntil(world, 'refused', async () =>
      (await sharesOf(id)).some(({ result }) => result === 'tecDST_TAG_NEEDED'),
    )
    expect((await sharesOf(id)).map(({ state }) => state)).toEqual(['paid', 'owed'])
  },
)

test('prints of an open edition get their total when it closes, where metadata can change', async () => {
  await world.changeCollection(collectionId, { mutable_nfts: true })
  const id = await opened([phase(await soon())], null)
  await world.changeCollection(collectionId, { mutable_nfts: false })
  for (const who of [buyer, other])
    await askAndSign(world, 'buyPrint', who, { edition: id, expectedAmount: '20000000' })
  const soldPrints = async () =>
    (await world.rowsOf('demand_items', { edition_id: id, state: 'sold' })).toSorted(
      (a, b) => Number(a['number']) - Number(b['number']),
    )
  await cronUntil(world, 'published', async () =>
    (await soldPrints()).every((row) => row['published_at'] !== null),
  )
  expect((await soldPrints()).map((row) => [row['name'], row['total_at']])).toEqual([
    ['Night Tide 1', null],
    ['Night Tide 2', null],
  ])
  await world.call('/api/edition/change', { session: artist, body: { edition: id, state: 'closed' } })
  await cronUntil(world, 'totals', async () => (await soldPrints()).every((row) => row['total_at'] !== null))
  const named = async (tokenId: unknown) => {
    const page = await world.call(`/api/nft?id=${String(tokenId)}`)
    return Reflect.get(Object(Reflect.get(Object(page.body['nft']), 'metadata')), 'name')
  }
  const [first, second] = await soldPrints()
  await cronUntil(
    world,
    'names',
    async () =>
      (await named(first?.['token_id'])) === 'Night Tide 1/2' &&
      (await named(second?.['token_id'])) === 'Night Tide 2/2',
  )
  const journal = await world.rowsOf('ledger_submissions', { kind: 'total' })
  expect(journal.map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
})

longTest(
  'what the previous worker stores while this one is deployed is shared between the payees',
  async () => {
    const payees = [share(artist.account.address, 600), share(other.account.address, 400)]
    const id = await opened([phase(await soon(), { priceDrops: priceOfSplit })], '3', payees)
    // The previous worker records the agreement under the table's old name, and stores no split with a reservation.
    await world.query('update edition_payees set agreed_at = now() where edition_id = $1 and account = $2', [
      id,
      other.account.address,
    ])
    const uuid = await ask(world, 'buyPrint', buyer, { edition: id, expectedAmount: priceOfSplit })
    await world.changeRows('reservations', { edition_id: id }, { split_id: null })
    await world.sign(uuid, buyer.account)
    await cronUntil(world, 'paid', async () => {
      const rows = await sharesOf(id)
      return rows.length > 0 && rows.every(({ state }) => state === 'paid')
    })
    expect((await sharesOf(id)).map(({ artist: account }) => account)).toEqual(
      payees.map(({ account }) => account),
    )
  },
)

/**
 * Creates prints of a closed open edition whose metadata can change, sold to these accounts; they have no total yet.
 */
async function closedPrints(buyers: Session[]) {
  await world.changeCollection(collectionId, { mutable_nfts: true })
  const id = await opened([phase(await soon())], null)
  await world.changeCollection(collectionId, { mutable_nfts: false })
  for (const who of buyers)
    await askAndSign(world, 'buyPrint', who, { edition: id, expectedAmount: '20000000' })
  const rows = () => world.rowsOf('demand_items', { edition_id: id, state: 'sold' })
  await cronUntil(world, 'published', async () => (await rows()).every((row) => row['published_at'] !== null))
  const tokens = (await rows())
    .toSorted((a, b) => Number(a['number']) - Number(b['number']))
    .map((row) => String(row['token_id']))
  const close = () =>
    world.call('/api/edition/change', { session: artist, body: { edition: id, state: 'closed' } })
  const isDone = async () => (await rows()).every((row) => row['total_at'] !== null)
  return { tokens, close, isDone }
}

const uriOf = async (tokenId: string) => (await world.tokenOf(tokenId))?.['uri']

longTest(
  'a print whose metadata the artist has changed is left alone, and totals wait for a quiet ledger',
  async () => {
    const { tokens, close, isDone } = await closedPrints([buyer, other])
    const [first = '', second = ''] = tokens
    const own = Buffer.from('ipfs://own').toString('hex').toUpperCase()
    await world.run(artist.account, {
      TransactionType: 'NFTokenModify',
      NFTokenID: first,
      Owner: buyer.account.address,
      URI: own,
    })
    await cronUntil(world, 'own metadata', async () => (await uriOf(first)) === own)
    await close()
    const quiet = context()
    await writeTotals(
      { ...quiet, ledger: { ...quiet.ledger, transactionCost: async () => 1001n } },
      new Date(Date.now() + 5000),
    )
    const journal = async () =>
      (await world.rowsOf('ledger_submissions', { kind: 'total' })).filter(({ purpose }) =>
        tokens.some((token) => String(purpose).includes(token)),
      )
    expect(await journal()).toEqual([])
    await cronUntil(world, 'totals', isDone)
    expect(await journal()).toMatchObject([{ state: 'succeeded' }])
    expect(await uriOf(first)).toBe(own)
    expect(await uriOf(second)).not.toBe(own)
  },
)

longTest('a print that left its owner and came back gets its total all the same', async () => {
  const { tokens, close, isDone } = await closedPrints([buyer])
  const [token = ''] = tokens
  const give = async (from: Session, to: Session) => {
    const offer = await world.list(from.account, token, 0n, { destination: to.account.address })
    await world.run(to.account, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: offer })
  }
  await give(buyer, other)
  await close()
  // The index does not know the new owner yet.
  await vi.waitUntil(
    async () => {
      await writeTotals(context(), new Date(Date.now() + 5000))
      return world.hasRow('ledger_submissions', { kind: 'total', result: 'tecNO_ENTRY' })
    },
    { timeout: 20_000, interval: 100 },
  )
  await give(other, buyer)
  await cronUntil(world, 'totals', isDone, 30_000)
})

longTest('a number that is sold after the end does not delay the totals, and gets its own', async () => {
  await world.changeCollection(collectionId, { mutable_nfts: true })
  const id = await opened([phase(await soon())], null)
  await world.changeCollection(collectionId, { mutable_nfts: false })
  const lapse = await leaveFirstUnpaid(id, '20000000')
  await changeTo(id, 'closed')
  await lapse()
  const uuid = await ask(world, 'buyPrint', buyer, { edition: id, expectedAmount: '20000000' })
  const hasTotal = async (number: number) =>
    (await world.rowsOf('demand_items', { edition_id: id, number }))[0]?.['total_at'] !== null
  await cronUntil(world, 'total of number 2', () => hasTotal(2))
  await world.changeRows('editions', { id }, { closed_at: secondsAgo(40 * 86_400) })
  await world.sign(uuid, buyer.account)
  await cronUntil(world, 'total of number 1', () => hasTotal(1))
  expect(await world.rowsOf('ledger_submissions', { kind: 'total', state: 'succeeded' })).not.toEqual([])
})

test('payees that are not a whole, twice the same, the marketplace, or too many are refused', async () => {
  const [one, two] = [artist.account.address, buyer.account.address]
  const sentenceFor = async (payees: object[]) =>
    (await add([phase(await inSeconds(600))], '3', payees)).body['data']
  expect(await sentenceFor([share(one, 500), share(two, 400)])).toBe(
    'The shares add up to 90 %. They must add up to 100 %.',
  )
  expect(await sentenceFor([share(one, 500), share(one, 500)])).toBe('This account is already a payee.')
  expect(await sentenceFor([share(world.marketplace.address, 1000)])).toBe(
    'The marketplace account cannot be a payee.',
  )
  expect(await sentenceFor([share(`${one.slice(0, -1)}1`, 1000)])).toContain('not an XRP Ledger address')
  expect(await sentenceFor(Array.from({ length: 6 }, () => share(one, 100)))).toContain('At most 5 accounts')
  expect(await sentenceFor([share(one, 1000.5)])).toContain('not valid')
})

test('a list has what can be bought before what comes later, and a collection has a limit of editions', async () => {
  const later = await add([phase(await inSeconds(86_400 * 300))])
  const id = await opened([phase(await soon())])
  const { body } = await world.call('/api/editions')
  expect(Reflect.get(Object(body), 'editions')).toMatchObject({ 0: { _id: id } })
  const last = Reflect.get(Object(later.body['data']), 'edition')
  const ids: unknown[] = Reflect.get(Object(body), 'editions').map((one: object) => Reflect.get(one, '_id'))
  expect(ids.at(-1)).toBe(last)
  await world.copyRows(
    'editions',
    { id },
    Array.from({ length: 48 }, () => ({ id: crypto.randomUUID() })),
  )
  expect((await add([phase(await inSeconds(600))])).body).toMatchObject({ code: 'edition_limit' })
})
