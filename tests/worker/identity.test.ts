import { setTimeout as wait } from 'node:timers/promises'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DemoAccount } from '#local/signer/types.ts'
import { type Session, uuidOf } from '#tests/support/api.ts'
import { expectContract } from '#tests/support/contract.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import { askReply, askToBuy, offerIndexed, openForBusiness } from './helpers.ts'
import { longTest } from '#tests/support/sample.ts'
import { hoursFromNow, minutesAgo } from '#tests/support/state.ts'

let world: TestWorld
let artist: DemoAccount
let buyer: DemoAccount
let other: DemoAccount
let session: Session
let otherSession: Session
let nft: string

beforeAll(async () => {
  world = await createTestWorld({
    bindings: { WALLET_CALLS_MINUTE: '240', LEDGER_CALLS_MINUTE: '60', IPFS_CALLS_MINUTE: '40' },
  })
  artist = await world.fund('artist')
  buyer = await world.fund('buyer')
  other = await world.fund('other')
  await openForBusiness(world)
  nft = await world.mint(artist)
  await offerIndexed(
    world,
    await world.list(artist, nft, 1_000_000n, { destination: world.marketplace.address }),
  )
  session = await world.connect(buyer)
  otherSession = await world.connect(other)
})
afterAll(() => world.close())

const buy = (body: Record<string, unknown>, from?: Session) =>
  world.call('/api/nft/buy_now', {
    ...(from === undefined ? {} : { session: from }),
    body: { nftokenID: nft, ...body },
    headers: { prefer: 'respond-async' },
  })

describe('who is asking', () => {
  test('refuses another account or wallet token in the body', async () => {
    const account = await buy({ account: other.address }, session)
    expectContract('buyNow', account)
    expect([account.status, account.body['code']]).toEqual([403, 'account_mismatch'])
    const token = await buy({ user_token: otherSession.userToken }, session)
    expect([token.status, token.body['code']]).toEqual([403, 'user_token_mismatch'])
  })

  test('refuses a missing, forged, foreign-key or expired token', async () => {
    const secret = world.stack.bindings['SESSION_SECRET'] ?? ''
    const make = (key: string, expires: string, account = buyer.address) =>
      new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(account)
        .setIssuer(world.url)
        .setAudience(world.url)
        .setIssuedAt()
        .setJti('x')
        .setExpirationTime(expires)
        .sign(new TextEncoder().encode(key))
    const [head = '', payload = '', signature = ''] = session.token.split('.')
    const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const forged = `${head}.${Buffer.from(JSON.stringify({ ...claims, sub: other.address })).toString('base64url')}.${signature}`
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    const cases: [string | null, string][] = [
      [null, 'unauthenticated'],
      [forged, 'unauthenticated'],
      [unsigned, 'unauthenticated'],
      ['not.a.token', 'unauthenticated'],
      [await make('another key that is long enough to be one', '1h'), 'unauthenticated'],
      [await make(secret, '-1m'), 'token_expired'],
    ]
    for (const [token, code] of cases) {
      const reply = await buy({}, token === null ? undefined : { ...session, token })
      expectContract('buyNow', reply)
      expect([reply.status, reply.body['code']]).toEqual([401, code])
    }
  })

  test('gives a sign-in only to the browser that began it, and only for a limited time', async () => {
    const connected = await world.call('/api/xumm/connect')
    expectContract('connectWallet', connected)
    const uuid = String(connected.body['uuid'])
    const cookie = connected.headers.getSetCookie().join('; ').split(';', 1)[0] ?? ''
    expect(connected.headers.getSetCookie().join()).toMatch(/HttpOnly/i)
    await world.sign(uuid, buyer)
    const stranger = await world.call(`/api/xumm/check/${uuid}`)
    expect([stranger.status, stranger.body['code']]).toEqual([404, 'not_found'])
    const otherBrowser = await world.call(`/api/xumm/check/${uuid}`, {
      headers: { cookie: 'opx_connect=00000000-0000-4000-8000-000000000000' },
    })
    expect(otherBrowser.status).toBe(404)
    let ownReply = await world.call(`/api/xumm/check/${uuid}`, { headers: { cookie } })
    while (ownReply.body['status'] === 'pending') {
      await wait(100)
      ownReply = await world.call(`/api/xumm/check/${uuid}`, { headers: { cookie } })
    }
    expectContract('checkSignRequest', ownReply)
    expect(ownReply.body).toMatchObject({ status: 'signed', account: buyer.address })
    // After a lost reply, the same browser can fetch the token again for a minute.
    expect((await world.call(`/api/xumm/check/${uuid}`, { headers: { cookie } })).body['status']).toBe(
      'signed',
    )
    const request = await world.requestOf(uuid)
    await world.changeRows('sessions', { id: request?.['id'] }, { opened_at: minutesAgo(2) })
    const late = await world.call(`/api/xumm/check/${uuid}`, { headers: { cookie } })
    expect([late.status, late.body['code']]).toEqual([410, 'expired'])
  })

  test('answers a foreign request like an unknown one', async () => {
    const uuid = await askToBuy(world, session, { nftokenID: nft })
    const foreign = await world.call(`/api/xumm/check/${uuid}`, { session: otherSession })
    expectContract('checkSignRequest', foreign)
    expect([foreign.status, foreign.body['code']]).toEqual([404, 'not_found'])
    const nobody = await world.call(`/api/xumm/check/${uuid}`)
    expect(nobody.status).toBe(401)
    const none = await world.call('/api/xumm/check/00000000-0000-4000-8000-000000000000', { session })
    expect(none.status).toBe(404)
    expect((await world.call(`/api/xumm/check/${uuid}`, { session })).body).toMatchObject({
      status: 'pending',
    })
    await world.reject(uuid)
    expect(await world.outcomeOf(uuid, session)).toMatchObject({ status: 'rejected' })
  })
})

describe('transactions built by the client', () => {
  const ask = (txjson: Record<string, unknown>) =>
    world.call('/api/xumm/transaction', { session, body: { txjson }, headers: { prefer: 'respond-async' } })

  test('with types or fields outside the list are refused before they reach the wallet', async () => {
    const requestCount = () => world.countRows('sign_requests')
    const before = await requestCount()
    const ownAccount = { Account: buyer.address }
    const cases: Record<string, unknown>[] = [
      { TransactionType: 'Payment', ...ownAccount, Amount: '1', Destination: other.address },
      { TransactionType: 'AccountSet', ...ownAccount, SetFlag: 4 },
      { TransactionType: 'SetRegularKey', ...ownAccount, RegularKey: other.address },
      { TransactionType: 'NFTokenMint', ...ownAccount, NFTokenTaxon: 0 },
      { TransactionType: 'NFTokenBurn', ...ownAccount, NFTokenID: nft, Fee: '100000000' },
      { TransactionType: 'NFTokenBurn', ...ownAccount, NFTokenID: nft, Memos: [] },
      { TransactionType: 'NFTokenCancelOffer', ...ownAccount, NFTokenOffers: [] },
      {
        TransactionType: 'NFTokenCreateOffer',
        ...ownAccount,
        NFTokenID: nft,
        Amount: '1.5',
        Owner: artist.address,
      },
      {
        TransactionType: 'NFTokenCreateOffer',
        ...ownAccount,
        NFTokenID: nft,
        Amount: '1',
        Flags: tfSellNFToken * 2,
      },
      { TransactionType: 'NFTokenAcceptOffer', ...ownAccount, NFTokenBrokerFee: '1' },
    ]
    for (const txjson of cases) {
      const reply = await ask(txjson)
      expectContract('requestTransaction', reply)
      expect([txjson, reply.status, reply.body['code']]).toEqual([txjson, 400, 'validation_failed'])
    }
    const both = await ask({
      TransactionType: 'NFTokenAcceptOffer',
      ...ownAccount,
      NFTokenSellOffer: 'A'.repeat(64),
      NFTokenBuyOffer: 'B'.repeat(64),
    })
    expect(both.body['code']).toBe('transaction_not_allowed')
    const foreign = await ask({ TransactionType: 'NFTokenBurn', Account: other.address, NFTokenID: nft })
    expect([foreign.status, foreign.body['code']]).toEqual([403, 'account_mismatch'])
    expect(await requestCount()).toBe(before)
  })

  test('that would fail on the ledger are refused at once', async () => {
    const foreign = await ask({ TransactionType: 'NFTokenBurn', Account: buyer.address, NFTokenID: nft })
    expectContract('requestTransaction', foreign)
    expect([foreign.status, foreign.body['code']]).toEqual([200, 'not_owner'])
    const gone = await ask({
      TransactionType: 'NFTokenAcceptOffer',
      Account: buyer.address,
      NFTokenSellOffer: 'A'.repeat(64),
    })
    expectContract('requestTransaction', gone)
    expect([gone.status, gone.body['code']]).toEqual([200, 'would_fail'])
  })

  test('can create a bid that is on the ledger and on the page', async () => {
    const reply = await ask({
      TransactionType: 'NFTokenCreateOffer',
      Account: buyer.address,
      Owner: artist.address,
      NFTokenID: nft,
      Amount: '700000',
      Destination: world.marketplace.address,
    })
    expectContract('requestTransaction', reply)
    const uuid = uuidOf(reply)
    await world.sign(uuid, buyer)
    expect(await world.outcomeOf(uuid, session)).toMatchObject({
      status: 'success',
      outcome: { result: 'tesSUCCESS' },
    })
    const page = await world.call(`/api/nft?id=${nft}`)
    expect(page.body['nft']).toMatchObject({
      buyOffers: [{ owner: buyer.address, amount: '700000', problem: null }],
    })
  })
})

describe('calls that the whole site shares', () => {
  /** Waits for a minute in which nothing has been counted, and which does not end during a test. */
  async function beginMinute() {
    const names = ['wallet', 'ledger', 'ipfs']
    await world.removeRows('quotas', { name: names })
    await world.addRows(
      'quotas',
      names.map((name) => ({ name, minute: hoursFromNow(1), uses: {} })),
    )
  }
  const from = (network: string) => ({ headers: { 'cf-connecting-ip': network } })
  const connectFrom = (network: string) => world.call('/api/xumm/connect', from(network))
  /** Returns how many of 60 calls are served. */
  async function serve(call: (turn: number) => Promise<{ status: number }>): Promise<number> {
    let served = 0
    for (let turn = 0; turn < 60; turn += 1) if ((await call(turn)).status < 400) served += 1
    return served
  }

  longTest(
    'limit sign-ins per network, so that an attack leaves some to other visitors and most to accounts',
    async () => {
      /**
       * Returns the time in which three visitors are served: a call takes one second, and a refused call is repeated as
       * soon as allowed.
       */
      async function timeOfThree(): Promise<number> {
        let time = 0
        for (const place of [1, 2, 3]) {
          const { status, headers } = await connectFrom(`203.0.113.${place}`)
          time += status === 200 ? 1 : 2 + Number(headers.get('retry-after'))
        }
        return time
      }
      await beginMinute()
      const usual = await timeOfThree()
      await beginMinute()
      // Visitors get 40 of 120 new requests.
      expect(await serve(() => connectFrom('198.51.100.1'))).toBe(10)
      const large = await serve((turn) => connectFrom(`2001:db8:7:${turn.toString(16)}::1`))
      expect(large).toBeGreaterThan(10)
      expect(large).toBeLessThan(16)
      const refused = await connectFrom('2001:db8:7:ffff::2')
      expectContract('connectWallet', refused)
      expect([refused.status, refused.body['code']]).toEqual([429, 'rate_limited'])
      const seconds = Number(refused.headers.get('retry-after'))
      expect(seconds).toBeLessThanOrEqual(60)
      expect(refused.body['detail']).toContain(`in ${seconds} seconds`)
      // Other callers are served as quickly as without the attack.
      const beside = await timeOfThree()
      expect(beside / usual).toBeLessThanOrEqual(2)
      expect(beside).toBe(3)
      // All networks together have no more than a third.
      expect(await serve((turn) => connectFrom(`192.0.2.${turn}`))).toBe(40 - 10 - large - 3)
      const again = await world.call('/api/xumm/connect', { session, ...from('198.51.100.1') })
      expect(again.status).toBe(200)
    },
  )

  longTest('of accounts: one cannot take the turns of another, and purchases come first', async () => {
    await beginMinute()
    const trust = (of: Session) =>
      askReply(world, 'setTrustLine', of, { currency: 'USD', issuer: artist.address })
    const first = await serve(() => trust(session))
    const second = await serve(() => trust(otherSession))
    expect([first > 5, second > 5, first + second < 60]).toEqual([true, true, true])
    // Simulates that other callers have used all calls except the last quarter.
    const third = await world.connect(await world.fund('third'))
    const [quota] = await world.rowsOf('quotas', { name: 'wallet' })
    await world.changeRows('quotas', { name: 'wallet' }, { uses: { ...Object(quota?.['uses']), all: 90 } })
    expect((await trust(third)).status).toBe(429)
    const bought = await buy({}, third)
    expect(bought.status).toBe(202)
    await world.reject(uuidOf(bought))
  })

  test('of the ledger and of IPFS: a network that asks without end leaves enough for others', async () => {
    await beginMinute()
    const nfts = (network: string) => world.call(`/api/account/nfts?account=${buyer.address}`, from(network))
    expect(await serve(() => nfts('198.51.100.1'))).toBe(15)
    expect((await nfts('203.0.113.1')).status).toBe(200)
    const file = (network: string) =>
      fetch(
        `${world.url}/media/ipfs/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku`,
        from(network),
      )
    const replies = new Set<number>()
    for (let turn = 0; turn < 20; turn += 1) replies.add((await file('198.51.100.1')).status)
    expect(replies).toEqual(new Set([404, 429]))
    expect((await file('203.0.113.1')).status).toBe(404)
  })

  test('are counted in rows that the sweep deletes', async () => {
    await world.changeRows('quotas', {}, { minute: minutesAgo(6) })
    await world.cron()
    expect(await world.rowsOf('quotas')).toEqual([])
  })
})

test('a webhook that is not signed by the platform is refused', async () => {
  const reply = await world.call('/api/xumm/webhook', {
    body: { meta: { payload_uuidv4: '00000000-0000-4000-8000-000000000000' } },
    headers: { 'x-xumm-request-timestamp': '1', 'x-xumm-request-signature': 'a'.repeat(40) },
  })
  expect([reply.status, reply.body['code']]).toEqual([403, 'forbidden'])
})
