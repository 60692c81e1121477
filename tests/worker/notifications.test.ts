import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asJson } from '#dev/lib/rpc.ts'
import type { DemoAccount } from '#dev/signer/types.ts'
import type { Session } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { openForBusiness } from './helpers.ts'

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
    // Listed by its new owner, and bought.
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

  test('of gifts, of lower prices and auctions that they watch, and of collections of artists that they follow', async () => {
    const nft = await world.mint(artist, { taxon: 9 })
    await watch(first, 'nft', nft, '20000000')
    await watch(second, 'account', artist.address)
    await world.list(artist, nft, 15_000_000n)
    const dearer = await world.list(artist, nft, 16_000_000n)
    await world.run(artist, { TransactionType: 'NFTokenCancelOffer', NFTokenOffers: [dearer] })
    await world.list(artist, nft, 12_000_000n)
    const gift = await world.mint(artist, { taxon: 9 })
    await world.list(artist, gift, 0n, { destination: second.address })
    await world.query(
      "insert into collections (id, issuer, taxon, name, announced) values ('eve', $1, 9, 'Eve', false)",
      [artist.address],
    )
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
    // The end of an auction: its seller, those who watch it, and those who bid.
    await world.query(
      `insert into auctions (offer_id, nft_id, seller, start_amount, ends_at, state)
       values ($1, $2, $3, to_jsonb('1'::text), (select closed_at from ledger_cursor) + interval '50 minutes', 'running')`,
      ['A'.repeat(64), nft, artist.address],
    )
    await world.bid(second, artist.address, nft, 3_000_000n)
    await world.cron()
    for (const account of [artist, first, second])
      expect((await about(account, nft)).map(({ kind }) => kind)).toContain('auction_ending')
  })

  test('of refused payouts once, and accounts that never signed in of nothing', async () => {
    await world.query(
      `insert into payouts (reservation_id, artist, collection_id, nft_id, amount_drops, price_drops, fee_drops, royalty_drops, state, result, due_at)
       select gen_random_uuid(), account, 'eve', $3, 7000000, 8000000, 1, 1, 'owed', 'tecNO_PERMISSION', now() + interval '1 day'
       from unnest(array[$1, $2]) account`,
      [artist.address, stranger.address, '0'.repeat(64)],
    )
    await world.cron()
    await world.cron()
    const refused = (await notified(artist)).filter(({ kind }) => kind === 'payout_refused')
    expect(refused).toMatchObject([{ amount: '7000000', name: null, read: false }])
    expect(await world.query('select 1 from notifications where account = $1', [stranger.address])).toEqual(
      [],
    )
    await world.query('delete from payouts')
  })

  test('of the kinds that they want', async () => {
    const choice = { off: ['bid_received', 'bid_received'], silent: ['sold'] }
    await act(artist, 'notifications/settings', choice)
    const settings = await world.call('/api/account/notifications/settings', { session: as(artist) })
    expectContract('getNotificationSettings', settings)
    expect(settings.body).toEqual({ off: ['bid_received'], silent: ['sold'] })
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
    // That of another account stays unread.
    const others = await unread(second)
    await act(first, 'notifications/read', { id: others['newest'], all: true })
    expect(await unread(second)).toEqual(others)
    await act(first, 'notifications/read', { id: newest?.['id'], all: true })
    expect((await unread(first))['unread']).toBe(0)

    await world.query(
      `insert into notifications (account, key, kind, at) select $1, 'old:' || g, 'airdrop', now() from generate_series(1, 70) g`,
      [second.address],
    )
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
    const all = await world.query('select id from notifications where account = $1 order by id desc', [
      second.address,
    ])
    expect(seen).toEqual(all.map(({ id }) => Number(id)))
    expect((await world.call('/api/account/notifications')).status).toBe(401)
    expect((await world.call('/api/account/notifications?before=x', { session: as(second) })).status).toBe(
      400,
    )
  })

  test('are written once, wherever a run breaks off, and bounded', async () => {
    const nft = await world.mint(artist)
    await world.query(
      `insert into notifications (account, key, kind, at) select $1, 'many:' || g, 'airdrop', now() from generate_series(1, 520) g`,
      [artist.address],
    )
    // The transaction breaks after the notifications and before the cursor has moved: both are undone.
    await world.query(`
      create function break_once() returns trigger language plpgsql as $$ begin
        if new.position > old.position and not exists (select 1 from job_failures where name = 'notifications') then
          raise exception 'broken on purpose';
        end if; return new; end $$`)
    await world.query(
      'create trigger break_once before update on notification_cursor for each row execute function break_once()',
    )
    await world.bid(first, artist.address, nft, 5_000_000n)
    await world.cron()
    expect(await about(artist, nft)).toEqual([])
    await world.cron()
    expect(await about(artist, nft)).toMatchObject([{ kind: 'bid_received' }])
    // A log that is read again from its beginning tells nothing twice.
    const count = async () =>
      (await world.query('select count(*)::int as count from notifications'))[0]?.['count']
    const told = await count()
    await world.query('update notification_cursor set position = 0')
    await world.cron()
    expect(await count()).toBe(told)
    const kept = await world.query('select 1 from notifications where account = $1', [artist.address])
    expect(kept).toHaveLength(500)
    await world.query("update notifications set created_at = now() - interval '61 days' where account = $1", [
      artist.address,
    ])
    await world.cron()
    expect(await world.query('select 1 from notifications where account = $1', [artist.address])).toEqual([])
  })
})
