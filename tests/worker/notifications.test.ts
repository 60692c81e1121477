import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asJson } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { cronUntil, openForBusiness } from './helpers.ts'
import { rippleTimeOf } from '#web/kit/ripple-time.ts'
import { longTest } from '#tests/support/sample.ts'
import {
  daysAgo,
  hoursAgo,
  hoursFromNow,
  minutesFromNow,
  not,
  notNull,
  secondsAgo,
} from '#tests/support/state.ts'

let world: TestWorld
let artist: DemoAccount
let first: DemoAccount
let second: DemoAccount
let stranger: DemoAccount
const sessions = new Map<DemoAccount, Session>()

beforeAll(async () => {
  world = await createTestWorld()
  artist = await world.fund('artist')
  first = await world.fund('first', 200)
  second = await world.fund('second', 200)
  stranger = await world.fund('stranger', 200)
  await openForBusiness(world)
  for (const account of [artist, first, second]) sessions.set(account, await world.connect(account))
})
afterAll(() => world.close())

const as = (account: DemoAccount) => {
  const session = sessions.get(account)
  if (session === undefined) throw new Error(`${account.name} has not signed in.`)
  return session
}

async function notified(account: DemoAccount, before?: number) {
  const query = before === undefined ? '' : `?before=${before}`
  const reply = await world.call(`/api/account/notifications${query}`, { session: as(account) })
  expectContract('getNotifications', reply)
  const list = reply.body['notifications']
  return Array.isArray(list) ? list.map(asJson) : []
}

const about = async (account: DemoAccount, nft: string) =>
  (await notified(account))
    .filter((one) => one['nft'] === nft)
    .map(({ kind, other, amount, previousAmount }) => ({ kind, other, amount, previousAmount }))
    .toReversed()

async function unread(account: DemoAccount) {
  const reply = await world.call('/api/account/notifications/unread', { session: as(account) })
  expectContract('getUnread', reply)
  return reply.body
}

const act = async (account: DemoAccount, call: string, body: object) => {
  const reply = await world.call(`/api/account/${call}`, { session: as(account), body })
  expect([call, reply.body['status']]).toEqual([call, 'success'])
}

const watch = (account: DemoAccount, kind: string, id: string, price: string | null = null) =>
  act(account, 'watch', { items: [{ kind, id, price, at: new Date().toISOString() }] })

/** Makes notifications of bids older than an hour, so that further bids are not added to them. */
const endHourOfBids = () =>
  world.changeRows('notifications', { kind: 'bid_received' }, { created_at: hoursAgo(2) })

const addNotifications = ({ address }: DemoAccount, kind: string, count: number) =>
  world.addRows(
    'notifications',
    Array.from({ length: count }, (_, place) => ({
      account: address,
      key: `${kind} ${place}`,
      kind,
      at: new Date(),
    })),
  )

/** Offers a new work of an account as a gift. */
async function offerGift(from: DemoAccount, to: DemoAccount) {
  const gift = await world.mint(from)
  await world.list(from, gift, 0n, { destination: to.address })
}

const none = { amount: null, previousAmount: null }

describe('accounts are told', () => {
  test('of bids, higher bids and sales, each side its own, and of nothing that they did themselves', async () => {
    const nft = await world.mint(artist, { metadata: { name: 'Vane' } })
    await world.bid(first, artist.address, nft, 5_000_000n)
    const higher = await world.bid(second, artist.address, nft, 6_000_000n)
    await world.run(artist, { TransactionType: 'NFTokenAcceptOffer', NFTokenBuyOffer: higher })
    await world.cron()
    expect(await about(artist, nft)).toEqual([
      { ...none, kind: 'bid_received', other: first.address, amount: '5000000' },
      { ...none, kind: 'bid_received', other: second.address, amount: '6000000' },
    ])
    expect(await about(first, nft)).toEqual([
      { kind: 'outbid', other: second.address, amount: '6000000', previousAmount: '5000000' },
    ])
    expect(await about(second, nft)).toEqual([
      { ...none, kind: 'offer_accepted', other: artist.address, amount: '6000000' },
    ])
    // The new owner lists the work, and it is bought.
    const listing = await world.list(second, nft, 9_000_000n)
    await world.run(first, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: listing })
    await world.cron()
    expect((await about(second, nft)).at(-1)).toEqual({
      ...none,
      kind: 'sold',
      other: first.address,
      amount: '9000000',
    })
    expect(await about(first, nft)).toHaveLength(1)
  })

  longTest(
    'of gifts, of lower prices and auctions that they watch, and of collections of artists that they follow',
    async () => {
      const nft = await world.mint(artist, { taxon: 9 })
      await watch(first, 'nft', nft, '20000000')
      await watch(second, 'account', artist.address)
      await world.list(artist, nft, 15_000_000n)
      const dearer = await world.list(artist, nft, 16_000_000n)
      await world.run(artist, { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: [dearer] })
      await world.list(artist, nft, 12_000_000n)
      const gift = await world.mint(artist, { taxon: 9 })
      await world.list(artist, gift, 0n, { destination: second.address })
      await world.addCollection({
        id: 'eve',
        issuer: artist.address,
        taxon: 9,
        name: 'Eve',
        announced: false,
      })
      await act(first, 'follow', { followee: artist.address })
      const announced = await world.call('/api/collection/announce', {
        session: as(artist),
        body: { collectionID: 'eve' },
      })
      expect(announced.body['status']).toBe('success')
      await world.cron()
      expect(await about(first, nft)).toEqual([
        { kind: 'price_drop', other: artist.address, amount: '15000000', previousAmount: '20000000' },
        { kind: 'price_drop', other: artist.address, amount: '12000000', previousAmount: '15000000' },
      ])
      expect(await about(second, gift)).toEqual([
        { ...none, kind: 'airdrop', other: artist.address, amount: '0' },
      ])
      for (const account of [first, second]) {
        const [newest] = await notified(account)
        expect(newest).toMatchObject({
          kind: 'announced',
          name: 'Eve',
          collectionId: 'eve',
          other: artist.address,
        })
      }
      // The end of an auction notifies the seller, the accounts that watch it, and the bidders.
      const [cursor] = await world.rowsOf('ledger_cursor')
      await world.addAuction({
        offer_id: 'A'.repeat(64),
        nft_id: nft,
        seller: artist.address,
        start_amount: '"1"',
        ends_at: new Date(Number(cursor?.['closed_at']) + 50 * 60_000),
        state: 'running',
      })
      await world.bid(second, artist.address, nft, 3_000_000n)
      await world.cron()
      for (const account of [artist, first, second])
        expect((await about(account, nft)).map(({ kind }) => kind)).toContain('auction_ending')
    },
  )

  test('of refused payouts once, and accounts that never signed in of nothing', async () => {
    for (const account of [artist, stranger])
      await world.addRow('payouts', {
        reservation_id: crypto.randomUUID(),
        artist: account.address,
        collection_id: 'eve',
        nft_id: '0'.repeat(64),
        amount_drops: 7_000_000,
        price_drops: 8_000_000,
        fee_drops: 1,
        royalty_drops: 1,
        state: 'owed',
        result: 'tecNO_PERMISSION',
        due_at: hoursFromNow(24),
      })
    await world.cron()
    await world.cron()
    const refused = (await notified(artist)).filter(({ kind }) => kind === 'payout_refused')
    expect(refused).toMatchObject([{ amount: '7000000', name: null, read: false }])
    expect(await world.notificationsOf(stranger.address)).toEqual([])
    await world.removeRows('payouts')
  })

  test('of their offers that end within a day, once for each six hours, and of none that was made to be short', async () => {
    const inHours = (hours: number) => ({ expiration: rippleTimeOf(hoursFromNow(hours).getTime()) })
    const bids = await Promise.all(
      [16, 16.5, 20, 40].map(async (hours) => {
        const nft = await world.mint(artist)
        const offer = await world.bid(first, artist.address, nft, 5_000_000n, inHours(hours))
        return { nft, offer }
      }),
    )
    const [soonest, later, short, farAway] = bids.map(({ offer }) => offer)
    await world.cron()
    const reminders = async () =>
      (await notified(first))
        .filter(({ kind }) => kind === 'offers_ending')
        .map(({ nft, more }) => ({ nft, more }))
    expect(await reminders()).toEqual([])
    const ofLongAgo = { created_ledger: -100_000 }
    for (const id of [soonest, later, farAway]) await world.changeRows('offers', { id }, ofLongAgo)
    await world.cron()
    expect(await reminders()).toEqual([{ nft: bids[0]?.nft, more: 1 }])
    // Six hours later, an offer whose last day began since then is named, and the others are not named again.
    await world.changeRows('notifications', { kind: 'offers_ending' }, { at: hoursAgo(7) })
    await world.changeRows('offers', { id: short }, ofLongAgo)
    await world.cron()
    await world.cron()
    expect(await reminders()).toEqual([
      { nft: bids[2]?.nft, more: 0 },
      { nft: bids[0]?.nft, more: 1 },
    ])
  })

  test('of the kinds that they want', async () => {
    const choice = { off: ['bid_received', 'bid_received'], silent: ['sold'] }
    await act(artist, 'notifications/settings', choice)
    const settings = await world.call('/api/account/notifications/settings', { session: as(artist) })
    expectContract('getNotificationSettings', settings)
    expect(settings.body).toMatchObject({ off: ['bid_received'], silent: ['sold'] })
    const nft = await world.mint(artist)
    await world.bid(first, artist.address, nft, 5_000_000n)
    await world.cron()
    expect(await about(artist, nft)).toEqual([])
    const bad = await world.call('/api/account/notifications/settings', {
      session: as(artist),
      body: { off: ['weather'], silent: [] },
    })
    expect(bad.body['code']).toBe('validation_failed')
    await act(artist, 'notifications/settings', { off: [], silent: [] })
  })
})

describe('notifications', () => {
  test('are counted until they are read, paged, and private', async () => {
    const [newest] = await notified(first)
    const before = await unread(first)
    expect(before['newest']).toBe(newest?.['id'])
    await act(first, 'notifications/read', { id: newest?.['id'] })
    expect(await unread(first)).toEqual({ ...before, unread: Number(before['unread']) - 1 })
    // The notification of another account stays unread.
    const others = await unread(second)
    await act(first, 'notifications/read', { id: others['newest'], all: true })
    expect(await unread(second)).toEqual(others)
    await act(first, 'notifications/read', { id: newest?.['id'], all: true })
    const last = await unread(first)
    expect(last['unread']).toBe(0)
    // The whole log has been processed: a page that has received an event sees whether its notification exists.
    const [clock] = await world.rowsOf('event_clock')
    expect(last['position']).toBe(Number(clock?.['position']))

    await addNotifications(second, 'airdrop', 70)
    const seen: unknown[] = []
    let next: unknown = undefined
    do {
      const page = await world.call(
        `/api/account/notifications${next === undefined ? '' : `?before=${String(next)}`}`,
        { session: as(second) },
      )
      const list = page.body['notifications']
      seen.push(...(Array.isArray(list) ? list.map((one) => asJson(one)['id']) : []))
      next = page.body['next']
    } while (next !== null)
    const ids = (await world.notificationsOf(second.address)).map(({ id }) => Number(id))
    expect(seen).toEqual(ids.toSorted((a, b) => b - a))
    expect((await world.call('/api/account/notifications')).status).toBe(401)
    expect((await world.call('/api/account/notifications?before=x', { session: as(second) })).status).toBe(
      400,
    )
  })

  test('of strangers are a few of each sender, one for all bids in an hour, and none is about a bid of next to nothing', async () => {
    const nft = await world.mint(artist, { metadata: { name: 'Calm' } })
    const pest = await world.fund('pest', 200)
    /** Returns the number of cron runs until the artist is notified of another account's bid. */
    async function roundsUntilTold(drops: bigint): Promise<number> {
      await endHourOfBids()
      await world.bid(first, artist.address, nft, drops)
      const isTold = async () =>
        (await about(artist, nft)).some(
          ({ kind, other, amount }) =>
            kind === 'bid_received' && other === first.address && amount === String(drops),
        )
      let rounds = 0
      while (!(await isTold())) {
        await world.cron()
        rounds += 1
        expect(rounds).toBeLessThan(10)
      }
      return rounds
    }
    const usual = await roundsUntilTold(150_000n)
    const count = async (kind: string) =>
      (await world.notificationsOf(artist.address, { kind, other: pest.address })).length
    const merged = async (kind: string) => {
      const rows = await world.notificationsOf(artist.address, { kind, other: pest.address })
      return rows.reduce((sum, row) => sum + Number(row['more']), 0)
    }
    for (let place = 1; place <= 22; place += 1) {
      await offerGift(pest, artist)
      await world.bid(pest, artist.address, nft, 99_999n)
    }
    await world.cron()
    expect([await count('airdrop'), await count('bid_received')]).toEqual([20, 0])
    expect(await merged('airdrop')).toBe(2)
    for (let place = 1; place <= 22; place += 1) await world.bid(pest, artist.address, nft, 100_000n)
    await world.cron()
    expect(await count('bid_received')).toBe(1)
    expect(await merged('bid_received')).toBe(21)
    // Further events in the hour are added to the notification, once for each bid, and make it unread again.
    await world.changeRows('notifications', { account: artist.address }, { read_at: new Date() })
    for (const drops of [100_000n, 170_000n, 100_000n]) await world.bid(pest, artist.address, nft, drops)
    await world.cron()
    await world.changeRows('event_readers', { name: 'notifications' }, { position: 0 })
    await world.cron()
    expect([await count('bid_received'), await merged('bid_received'), await merged('airdrop')]).toEqual([
      1, 24, 2,
    ])
    const unread = await world.notificationsOf(artist.address, { other: pest.address, read_at: null })
    expect(unread).toMatchObject([{ more: 24, amount: '170000' }])
    const list = await world.call('/api/account/notifications', { session: as(artist) })
    expectContract('getNotifications', list)
    expect(list.body['notifications']).toContainEqual(
      expect.objectContaining({ kind: 'bid_received', more: 24, amount: '170000' }),
    )
    // Notifications caused by other accounts still arrive as soon as before.
    for (let place = 1; place <= 22; place += 1) await world.bid(pest, artist.address, nft, 100_000n)
    expect((await roundsUntilTold(200_000n)) / usual).toBeLessThanOrEqual(2)
  })

  test('are written once, wherever a run breaks off, and bounded', async () => {
    const nft = await world.mint(artist)
    await addNotifications(artist, 'sold', 520)
    await addNotifications(artist, 'airdrop', 520)
    // The transaction fails after the notifications are written and before the cursor moves: both are rolled back.
    await world.query(`
      create function break_once() returns trigger language plpgsql as $$ begin
        if new.position > old.position and not exists (select 1 from job_failures where name = 'notifications') then
          raise exception 'broken on purpose';
        end if; return new; end $$`)
    await world.query(
      'create trigger break_once before update on event_readers for each row execute function break_once()',
    )
    await endHourOfBids()
    await world.bid(first, artist.address, nft, 5_000_000n)
    await world.cron()
    expect(await about(artist, nft)).toEqual([])
    await world.cron()
    expect(await about(artist, nft)).toMatchObject([{ kind: 'bid_received' }])
    // Reading the log again from its beginning causes no second notifications.
    const count = () => world.countRows('notifications')
    const before = await count()
    await world.changeRows('event_readers', { name: 'notifications' }, { position: 0 })
    await world.cron()
    expect(await count()).toBe(before)
    const rows = await world.notificationsOf(artist.address)
    expect(rows).toHaveLength(500)
    // The notification of a sale is not removed, however many gifts there are.
    const others = await world.notificationsOf(artist.address, { kind: not('airdrop', 'bid_received') })
    expect(others).toHaveLength(400)
    await world.changeRows('notifications', { account: artist.address }, { created_at: daysAgo(61) })
    await world.cron()
    expect(await world.notificationsOf(artist.address)).toEqual([])
  })
})

describe('devices', () => {
  interface Device {
    endpoint: string
    keys: { p256dh: string; auth: string }
  }
  const service = () => world.stack.push

  async function newDevice(): Promise<Device> {
    return (await fetch(`${service().url}/subscribe`, { method: 'POST' })).json()
  }

  const add = (account: DemoAccount, device: Device) =>
    act(account, 'push/add', { endpoint: device.endpoint, keys: device.keys })

  /** Returns the messages that arrived at a device. */
  const arrived = ({ endpoint }: Device) =>
    service()
      .messages.filter(({ subscription }) => endpoint.endsWith(subscription))
      .map(({ text }) => asJson(JSON.parse(text)))

  const devicesOf = async (account: DemoAccount) =>
    (await world.rowsOf('push_devices', { account: account.address })).map(({ endpoint }) => endpoint)

  /** Creates a new work of the artist, and a bid that the artist is notified of. */
  async function newBid(name: string) {
    const nft = await world.mint(artist, { metadata: { name } })
    await endHourOfBids()
    await world.bid(first, artist.address, nft, 5_000_000n)
    return nft
  }

  /** Makes all waiting messages in the outbox due. */
  const passTime = () => world.changeRows('push_outbox', { sent_at: null }, { due_at: new Date() })

  beforeEach(async () => {
    await world.removeRows('push_devices')
    service().failures.length = 0
  })

  test('get what their account is told, in words, and nothing of kinds that should be silent', async () => {
    const device = await newDevice()
    await add(artist, device)
    const other = await newDevice()
    await add(second, other)
    const german = await newDevice()
    const body = { endpoint: german.endpoint, keys: german.keys }
    const headers = { 'accept-language': 'de' }
    await world.call('/api/account/push/add', { session: as(artist), body, headers })
    const nft = await newBid('Lantern')
    await cronUntil(world, 'messages', async () => arrived(device).length + arrived(german).length > 1)
    const ids = (await world.notificationsOf(artist.address)).map((row) => Number(row['id']))
    const id = Math.max(...ids)
    const short = `${first.address.slice(0, 6)}...${first.address.slice(-4)}`
    expect(arrived(device)).toMatchObject([
      { keys: [`n${String(id)}`], text: `${short} bid 5 XRP.`, path: `/nft/${nft}` },
    ])
    expect(arrived(german)).toMatchObject([
      { title: 'Ein Gebot auf Lantern', text: `${short} bietet 5 XRP.` },
    ])
    expect(arrived(other)).toEqual([])
    await act(artist, 'notifications/settings', { off: [], silent: ['bid_received'] })
    await newBid('Quiet')
    await world.cron()
    await world.cron()
    await act(artist, 'notifications/settings', { off: [], silent: [] })
    expect(arrived(device)).toHaveLength(1)
  })

  test('are bounded, belong to the account that was there last, and end with its session', async () => {
    const devices = await Promise.all(Array.from({ length: 11 }, newDevice))
    for (const device of devices) await add(artist, device)
    const [oldest, ...newer] = devices
    expect((await devicesOf(artist)).toSorted()).toEqual(newer.map(({ endpoint }) => endpoint).toSorted())
    const [shared] = newer
    if (oldest === undefined || shared === undefined) throw new Error('There are eleven.')
    await add(second, shared)
    expect(await devicesOf(second)).toEqual([shared.endpoint])
    // The device of another account is not removed.
    await act(artist, 'push/remove', { endpoint: shared.endpoint })
    expect(await devicesOf(second)).toEqual([shared.endpoint])
    await act(second, 'push/remove', { endpoint: shared.endpoint })
    expect(await devicesOf(second)).toEqual([])

    const session = await world.connect(second)
    const body = { endpoint: oldest.endpoint, keys: oldest.keys }
    await world.call('/api/account/push/add', { session, body })
    expect(await devicesOf(second)).toEqual([oldest.endpoint])
    await world.call('/api/xumm/sign_out', { session, body: {} })
    expect(await devicesOf(second)).toEqual([])
    for (const endpoint of [
      'http://10.0.0.1/x',
      'https://push.internal/x',
      'https://u:p@push.vendor.com/x',
      'x',
    ]) {
      const reply = await world.call('/api/account/push/add', {
        session: as(artist),
        body: { ...body, endpoint },
      })
      expect([endpoint, reply.body['code']]).toEqual([endpoint, 'validation_failed'])
    }
  })

  longTest(
    'that are gone are removed; what a push service does not take now is sent later, unless it is too late',
    async () => {
      const [gone, slow, late] = await Promise.all([newDevice(), newDevice(), newDevice()])
      await fetch(gone.endpoint, { method: 'DELETE' })
      await add(artist, gone)
      await newBid('Gone')
      await cronUntil(world, 'the device is removed', async () => (await devicesOf(artist)).length === 0)

      await add(artist, slow)
      service().failures.push(503)
      await newBid('Slow')
      await cronUntil(
        world,
        'it is put off',
        async () => (await world.rowsOf('push_outbox', { attempts: 1 })).length === 1,
      )
      expect(arrived(slow)).toEqual([])
      await passTime()
      await world.cron()
      expect(arrived(slow)).toHaveLength(1)
      await world.cron()
      expect(arrived(slow)).toHaveLength(1)

      await add(first, late)
      await world.removeRows('push_devices', { account: artist.address })
      const nft = await newBid('Late')
      service().failures.push(503)
      await world.bid(second, artist.address, nft, 6_000_000n)
      await cronUntil(
        world,
        'it is put off',
        async () => (await world.rowsOf('push_outbox', { attempts: 1 })).length === 1,
      )
      await world.changeRows('push_outbox', {}, { expires_at: secondsAgo(1), due_at: new Date() })
      await world.cron()
      expect(arrived(late)).toEqual([])
      expect(await world.rowsOf('push_outbox')).toEqual([])
    },
  )

  test('get at most five messages a minute, of which the last tells about all others', async () => {
    const device = await newDevice()
    await add(artist, device)
    for (let place = 1; place <= 9; place += 1) await offerGift(first, artist)
    await cronUntil(world, 'messages', async () => arrived(device).length > 0)
    await passTime()
    await world.cron()
    const messages = arrived(device)
    const keys = messages.map((message) => (Array.isArray(message['keys']) ? message['keys'] : []))
    expect(messages.length).toBeLessThanOrEqual(5)
    expect(new Set(keys.flat()).size).toBe(9)
    expect(keys.flat()).toHaveLength(9)
    expect(messages.at(-1)).toMatchObject({
      title: `${keys.at(-1)?.length} notifications`,
      path: '/notifications',
    })
    // Further notifications wait for the next minute.
    await offerGift(first, artist)
    await world.cron()
    await world.cron()
    expect(arrived(device)).toHaveLength(messages.length)
    await world.makeOlder('push_outbox', 1, ['sent_at'], { sent_at: notNull })
    await passTime()
    await world.cron()
    expect(arrived(device)).toHaveLength(messages.length + 1)
  })

  test('lose nothing by a crash: before the outbox is written, and after a message was taken', async () => {
    const device = await newDevice()
    await add(artist, device)
    await world.query(`
      create table crashes (point text);
      create function crash_at() returns trigger language plpgsql as $$ begin
        if exists (select 1 from crashes where point = tg_argv[0]) then raise exception 'crashed at %', tg_argv[0]; end if;
        return new; end $$;
      create trigger crash_queued before insert on push_outbox for each row execute function crash_at('queued');
      create trigger crash_noted before update on push_outbox for each row when (new.sent_at is not null) execute function crash_at('noted')`)
    const countAbout = async (nft: string) => (await about(artist, nft)).length

    await world.query("insert into crashes values ('queued')")
    const nft = await newBid('Crash')
    await world.cron()
    // Neither the notification nor its message exists.
    expect([await countAbout(nft), arrived(device).length]).toEqual([0, 0])
    await world.query("update crashes set point = 'noted'")
    await world.cron()
    await world.cron()
    // The push service has accepted the message, but this was not recorded: it is sent again, with the same key.
    expect(await countAbout(nft)).toBe(1)
    const before = arrived(device).length
    expect(before).toBeGreaterThan(0)
    await world.query('delete from crashes')
    // A crashed run holds the device's claim for a minute.
    await world.changeRows(
      'push_devices',
      {},
      { claim: crypto.randomUUID(), claimed_until: minutesFromNow(1) },
    )
    await world.cron()
    expect(arrived(device)).toHaveLength(before)
    await world.changeRows('push_devices', {}, { claimed_until: secondsAgo(1) })
    await world.cron()
    await world.cron()
    expect(arrived(device)).toHaveLength(before + 1)
    expect(new Set(arrived(device).flatMap(({ keys }) => keys)).size).toBe(1)
  })
})
