import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asJson } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import type { ApiReply, Session } from '#tests/support/api.ts'
import { sampleOf } from '#tests/support/sample.ts'
import { expectContract } from '#tests/support/contract.ts'
import { issueSession } from '#tests/support/issue-session.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'
import { signInAttacks, type SignInTarget } from '#tests/support/sign-in-attacks.ts'
import { createTestWorld, type TestWorld } from '#tests/support/test-world.ts'
import { secondsAgo } from '#tests/support/state.ts'

let world: TestWorld
let mara: DemoAccount

beforeAll(async () => {
  world = await createTestWorld({ bindings: { PUBLIC_READ_SECONDS: '5' } })
  mara = await world.fund('Mara')
})
afterAll(() => world.close())

/** Makes a call that needs a session. */
const own = async (session: Session) => {
  const reply = await world.call('/api/account/payouts', { session })
  expectContract('getPayouts', reply)
  return reply
}

const signOut = async (session: Session, body: object = {}) => {
  const reply = await world.call('/api/xumm/sign_out', { session, body })
  expectContract('signOut', reply)
  return reply
}

/** Begins a sign-in as the page does: the reply of `connect`, and the browser's poll for the token. */
async function begin(cookie = '', language = 'en') {
  const headers = { cookie, 'accept-language': language }
  const connecting = await world.call('/api/xumm/connect', { headers })
  expectContract('connectWallet', connecting)
  const [set = ''] = connecting.headers.getSetCookie()
  const uuid = String(connecting.body['uuid'])
  const ownCookie = set.split(';', 1)[0] ?? ''
  const check = () => world.call(`/api/xumm/check/${uuid}`, { headers: { cookie: ownCookie } })
  return { uuid, code: connecting.body['signInCode'], set, cookie: ownCookie, check }
}

async function settled(check: () => Promise<ApiReply>): Promise<ApiReply> {
  for (;;) {
    const reply = await check()
    if (reply.body['status'] !== 'pending') return reply
    await wait(50)
  }
}

describe('signing out', () => {
  test('ends that session only, on the server', async () => {
    const [here, elsewhere] = [await world.connect(mara), await world.connect(mara)]
    expect((await own(here)).status).toBe(200)
    expect((await signOut(here)).status).toBe(200)
    const refused = await own(here)
    expect([refused.status, refused.body['code']]).toEqual([401, 'signed_out'])
    expect((await own(elsewhere)).status).toBe(200)
    // Repeating the call changes nothing, and the token cannot be used for anything else.
    expect((await signOut(here)).body['code']).toBe('signed_out')
    const change = await world.call('/api/account/payout_tag', { session: here, body: { destinationTag: 1 } })
    expect([change.status, change.body['code']]).toEqual([401, 'signed_out'])
    // A public read still works, and reports that the session has ended.
    const reply = await world.call('/api/nft/featured', { session: here })
    expect([reply.status, reply.headers.get('opx-session')]).toEqual([200, 'ended'])
  })

  test('everywhere ends every session of the account, including a signed but uncollected one', async () => {
    const nina = await world.fund('Nina')
    const foreign = await world.connect(nina)
    const [here, elsewhere] = [await world.connect(mara), await world.connect(mara)]
    const uncollectedSignIn = await begin()
    await world.sign(uncollectedSignIn.uuid, mara)
    await expect
      .poll(() => world.rowsOf('sign_requests', { uuid: uncollectedSignIn.uuid, state: 'success' }))
      .toHaveLength(1)
    expect((await signOut(here, { everywhere: true })).status).toBe(200)
    for (const session of [here, elsewhere]) expect((await own(session)).body['code']).toBe('signed_out')
    const late = await uncollectedSignIn.check()
    expect([late.status, late.body['code']]).toEqual([410, 'expired'])
    expect((await own(foreign)).status).toBe(200)
    expect((await own(await world.connect(mara))).status).toBe(200)
  })

  test('is followed by a sweep of expired sessions, and a token without its row is refused', async () => {
    const session = await world.connect(mara)
    await world.changeRows('sessions', { account: mara.address }, { expires_at: secondsAgo(1) })
    await world.cron()
    expect(await world.rowsOf('sessions', { account: mara.address })).toEqual([])
    expect((await own(session)).body['code']).toBe('signed_out')
  })
})

test('a new sign-in is announced to the account’s other devices at their next request', async () => {
  const first = await world.connect(mara)
  const newer = (reply: ApiReply) => reply.headers.get('opx-newer-sign-in')
  expect(newer(await own(first))).toBeNull()
  // The token of this sign-in was never fetched, so it does not exist.
  const left = await begin()
  await world.sign(left.uuid, mara)
  expect(newer(await own(first))).toBeNull()
  const before = Date.now()
  const second = await world.connect(mara)
  for (const reply of [await own(first), await world.call('/api/nft/featured', { session: first })]) {
    expect(Math.abs(Date.parse(newer(reply) ?? '') - before)).toBeLessThan(10_000)
  }
  expect(newer(await own(second))).toBeNull()
  expect(newer(await world.call('/api/nft/featured'))).toBeNull()
})

/** Returns the sentence that the wallet shows with a request. */
async function instructionOf(uuid: string): Promise<string> {
  const payload = await fetch(`${world.signer.url}/api/v1/platform/payload/${uuid}`, {
    headers: { 'x-api-key': world.signer.app.key, 'x-api-secret': world.signer.app.secret },
  })
  const { custom_meta: meta } = asJson(await payload.json())
  return String(asJson(meta)['instruction'])
}

test('the wallet shows the code of the connect dialog, also after a page reload', async () => {
  const { uuid, code, check } = await begin()
  expect(code).toMatch(/^[2-9A-Z]{3}-[2-9A-Z]{3}$/)
  const instruction = await instructionOf(uuid)
  expect(instruction).toContain(`Code: ${String(code)}.`)
  expect(instruction.length).toBeLessThanOrEqual(280)
  const pending = await check()
  expectContract('checkSignRequest', pending)
  expect(asJson(pending.body['references'])['signInCode']).toBe(code)
})

test('the wallet speaks the language of the page that asks', async () => {
  const { uuid, code } = await begin('', 'ja')
  const instruction = await instructionOf(uuid)
  expect(instruction).toContain(`コード：${String(code)}。`)
  expect(instruction).toContain(world.url)
})

describe('the connect cookie', () => {
  test('is shared by the tabs of a browser, and replaced when we did not sign it', async () => {
    const tab = await begin()
    const other = await begin(tab.cookie)
    expect(other.cookie).toBe(tab.cookie)
    expect(tab.set).toContain('Path=/')
    await world.sign(other.uuid, mara)
    expect((await settled(other.check)).body['status']).toBe('signed')
    const planted = await begin('opx_connect=00000000-0000-4000-8000-000000000000')
    expect(planted.cookie).not.toContain('00000000-0000')
  })

  test('does not affect cached reads', async () => {
    const { cookie } = await begin()
    const path = '/api/collection/list?q=cookies'
    const ask = () => world.call(path, { headers: { cookie } })
    const bare = await world.call(path)
    const reply = await ask()
    expect([reply.status, reply.headers.get('etag')]).toEqual([200, bare.headers.get('etag')])
    expect([reply.headers.getSetCookie(), reply.headers.get('vary')]).toEqual([[], null])
    expect(reply.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  })
})

describe('with a sign-in more than an hour old', () => {
  let shop: Shop
  let stale: Session
  let fresh: Session

  beforeAll(async () => {
    shop = await openShop(world, { priceDrops: 1_000_000n })
    const issuer = {
      secret: world.stack.bindings['SESSION_SECRET'] ?? '',
      origin: world.url,
      query: world.query,
    }
    const token = await issueSession(issuer, shop.artist.address, new Date(Date.now() - 3_660_000))
    stale = { account: shop.artist, token, userToken: null }
    fresh = await world.connect(shop.artist)
    await world.changeCollection(shop.collectionId, { thumbnail_cid: 'bafy', added_at: new Date() })
  })

  const edit = async (session: Session, change: Record<string, string>) => {
    const form = new FormData()
    const unchanged = {
      collectionID: shop.collectionId,
      name: 'Shop',
      description: 'x',
      royalty: '0',
      links: '{}',
      thumbnailFile: 'none',
      onDemandMint: 'true',
    }
    for (const [name, value] of Object.entries({ ...unchanged, ...change })) form.append(name, value)
    const reply = await fetch(`${world.url}/api/collection/edit`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}` },
      body: form,
    })
    return { status: reply.status, headers: reply.headers, body: asJson(await reply.json()) }
  }
  const price = (session: Session, amount: string) =>
    world.call('/api/nft/demand/sell_now', { session, body: { nftDatabaseID: shop.items[0], amount } })
  const tag = (session: Session, key: string = randomUUID()) =>
    world.call('/api/account/payout_tag', {
      session,
      body: { destinationTag: 7 },
      headers: { 'idempotency-key': key },
    })

  test('price, promo code and payout details need a new one', async () => {
    const promo = { promoCodeEnabled: 'true', promoCode: 'violets-4711' }
    for (const change of [
      (session: Session) => price(session, '2000000'),
      tag,
      (s: Session) => edit(s, promo),
    ]) {
      const refused = await change(stale)
      expect([refused.status, refused.body['code']]).toEqual([401, 'fresh_sign_in_required'])
      expect(refused.headers.get('www-authenticate')).toContain('insufficient_user_authentication')
      expect([200, (await change(fresh)).body['status']]).toEqual([200, 'success'])
    }
  })

  test('a call refused for this reason succeeds with the same key after the sign-in', async () => {
    const key = randomUUID()
    expect((await tag(stale, key)).body['code']).toBe('fresh_sign_in_required')
    expect((await tag(fresh, key)).body['status']).toBe('success')
  })
})

test('no attack on the sign-in gets a token, takes 3 s or causes a 5xx', async () => {
  const [victim, attacker] = [await world.fund('Victim'), await world.fund('Thief')]
  const signedOut = await world.connect(victim)
  await signOut(signedOut)
  let slowestMs = 0
  const target: SignInTarget = {
    world,
    victim,
    attacker,
    signedOut,
    session: await world.connect(victim),
    attackerSession: await world.connect(attacker),
    call: async (path, options) => {
      const startedAt = performance.now()
      const reply = await world.call(path, options)
      slowestMs = Math.max(slowestMs, performance.now() - startedAt)
      return reply
    },
  }
  const attacks = sampleOf(signInAttacks, 6)
  const problems: string[] = []
  let calls = 0
  for (const { what, codes, run } of attacks) {
    const replies = await run(target)
    calls += replies.length
    for (const { status, body, text } of replies) {
      const isRefused = codes.includes(String(body['code'])) && !text.includes('jwt_token')
      if (!isRefused || status >= 500) problems.push(`${what}: ${status} ${text.slice(0, 200)}`)
    }
  }
  console.log(`${attacks.length} attacks, ${calls} calls, the slowest took ${Math.round(slowestMs)} ms`)
  expect(problems).toEqual([])
  expect(slowestMs).toBeLessThan(3000)
  // The victim is still connected, and none of their data was read.
  expect((await own(target.session)).status).toBe(200)
  expect(world.workerLog.filter((line) => line.includes('request_failed'))).toEqual([])
})

test('the list has at least thirty attacks', () => {
  expect(new Set(signInAttacks.map(({ what }) => what)).size).toBe(signInAttacks.length)
  expect(signInAttacks.length).toBeGreaterThanOrEqual(30)
})
