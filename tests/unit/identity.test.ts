import { createServer } from 'node:http'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { closeServer, listen } from '#local/lib/http.ts'
import { createSignInCode } from '#worker/domain/session/begin-sign-in.ts'
import { createConnectNonce } from '#worker/http/connect-nonce.ts'
import { networkOf } from '#worker/http/network.ts'
import { webhookIsFresh } from '#worker/http/webhook-signature.ts'
import { createXamanSigner } from '#worker/ports/signer/xaman.ts'

test('an IPv6 /64 counts as one network, in any notation', () => {
  for (const [address, network] of [
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['unknown', 'unknown'],
    ['1::2::3', '1::2::3'],
    ['1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8:9'],
    ['not:an:address', 'not:an:address'],
  ] as const)
    expect([address, networkOf(address)]).toEqual([address, network])
})

test('a webhook is valid for five minutes, with its time in seconds or milliseconds', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const ago = (seconds: number) => now.getTime() - seconds * 1000
  for (const [timestamp, fresh] of [
    [String(ago(10)), true],
    [String(ago(299)), true],
    [String(ago(301)), false],
    [String(ago(-60)), true],
    [String(ago(-600)), false],
    [String(Math.floor(ago(10) / 1000)), true],
    [String(Math.floor(ago(400) / 1000)), false],
    ['', false],
    ['yesterday', false],
    ['-1', false],
    ['9'.repeat(40), false],
    ['1e12', false],
  ] as const)
    expect([timestamp, webhookIsFresh(timestamp, now)]).toEqual([timestamp, fresh])
})

describe('the connect nonce', () => {
  const settings = { secrets: ['x'.repeat(32)], secure: true }
  const appWith = (changed: Partial<typeof settings> = {}) => {
    const nonce = createConnectNonce({ ...settings, ...changed })
    return new Hono()
      .get('/connect', async (http) => http.text(await nonce.ensure(http)))
      .get('/check', async (http) => http.text((await nonce.read(http)) ?? 'none'))
  }
  const ask = async (path: string, cookie: string, app = appWith()) => {
    const reply = await app.request(path, { headers: { cookie } })
    return { nonce: await reply.text(), set: reply.headers.get('set-cookie') ?? '' }
  }
  const valueOf = (line: string) => line.split(';', 1)[0] ?? ''

  test('is a host-only cookie for every path on https', async () => {
    const { set } = await ask('/connect', '')
    expect(set).toMatch(/^__Host-opx_connect=[\w-]{36}\.[^;]+;/)
    for (const part of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) expect(set).toContain(part)
    expect(set).not.toMatch(/domain/i)
    expect((await ask('/connect', '', appWith({ secure: false }))).set).toMatch(/^opx_connect=/)
  })

  test('is shared by all tabs, and replaced when we did not sign it', async () => {
    const first = await ask('/connect', '')
    const cookie = valueOf(first.set)
    expect((await ask('/connect', cookie)).nonce).toBe(first.nonce)
    expect((await ask('/check', cookie)).nonce).toBe(first.nonce)
    const foreign = valueOf((await ask('/connect', '', appWith({ secrets: ['y'.repeat(32)] }))).set)
    const forged = [
      foreign,
      `__Host-opx_connect=${first.nonce}`,
      `__Host-opx_connect=${first.nonce}.`,
      cookie.replace(first.nonce, crypto.randomUUID()),
      cookie.replace('__Host-', ''),
    ]
    const rotated = appWith({ secrets: ['y'.repeat(32), 'x'.repeat(32)] })
    expect((await ask('/check', cookie, rotated)).nonce).toBe(first.nonce)
    for (const one of forged) {
      expect([one, (await ask('/check', one)).nonce]).toEqual([one, 'none'])
      expect((await ask('/connect', one)).nonce).not.toContain(first.nonce)
    }
  })
})

test('sign-in codes are short, differ, and contain no ambiguous characters', () => {
  const codes = Array.from({ length: 200 }, createSignInCode)
  expect(codes.filter((code) => !/^[2-9A-HJ-NP-Z]{3}-[2-9A-HJ-NP-Z]{3}$/.test(code))).toEqual([])
  expect(new Set(codes).size).toBeGreaterThan(198)
})

test('a signer that does not answer times out', async () => {
  const server = createServer(() => undefined)
  const port = await listen(server, 0, 'The silent signer')
  const signer = createXamanSigner({
    url: `http://127.0.0.1:${port}`,
    key: '00000000-0000-4000-8000-000000000001',
    secret: '00000000-0000-4000-8000-000000000002',
    forceNetwork: null,
    timeoutMs: 100,
  })
  await expect(signer.find(crypto.randomUUID())).rejects.toMatchObject({ code: 'signer_unavailable' })
  server.closeAllConnections()
  await closeServer(server)
})
